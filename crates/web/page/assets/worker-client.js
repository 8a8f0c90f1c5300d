// Asks the worker.

/** @import { Tasks } from "./worker.js" */

export class WorkerClient {
  /** @type {Worker} */
  worker;
  // Hears of progress.
  /** @type {((progress: string) => void) | undefined} */
  onProgress;

  constructor() {
    /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    this.next = 0;
    this.begin();
  }

  begin() {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data: { id, value, error, progress } }) => {
      const asked = this.waiting.get(id);
      if (progress !== undefined) return this.onProgress?.(progress);
      this.waiting.delete(id);
      if (error !== undefined) asked?.reject(new Error(error)); else asked?.resolve(value);
    };
    this.worker.onerror = () => this.cancel("The worker failed.");
  }

  /**
   * @template {keyof Tasks} Task
   * @param {Task} task
   * @param {Parameters<Tasks[Task]>} words
   * @returns {Promise<ReturnType<Tasks[Task]>>}
   */
  ask(task, ...words) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, task, words });
    });
  }

  // Whatever it is thinking about is not wanted any more.
  /** @param {string} [why] */
  cancel(why) {
    this.stop(why);
    this.begin();
  }

  stop(why = "cancelled") {
    this.worker.terminate();
    for (const asked of this.waiting.values()) asked.reject(new Error(why));
    this.waiting.clear();
  }
}
