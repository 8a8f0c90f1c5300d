// What the service worker has beside what every worker has.

/** The name of the version; `cargo xtask web` puts it in front of the script. */
declare const VERSION: string;
/** The sum of each file of the version, by name; likewise. */
declare const FILES: Record<string, string>;

declare const registration: ServiceWorkerRegistration;
declare const clients: Clients;
declare const skipWaiting: ServiceWorkerGlobalScope["skipWaiting"];
declare function addEventListener<Name extends keyof ServiceWorkerGlobalScopeEventMap>(
  name: Name,
  listener: (event: ServiceWorkerGlobalScopeEventMap[Name]) => void,
): void;
