{ lib, stdenvNoCC, fetchurl, installShellFiles }:

let
  version = "@VERSION@";
  archives = {
    x86_64-linux = {
      url = "@url:omnisweep-@VERSION@-x86_64-unknown-linux-musl.tar.gz@";
      hash = "@sri:omnisweep-@VERSION@-x86_64-unknown-linux-musl.tar.gz@";
    };
    aarch64-linux = {
      url = "@url:omnisweep-@VERSION@-aarch64-unknown-linux-musl.tar.gz@";
      hash = "@sri:omnisweep-@VERSION@-aarch64-unknown-linux-musl.tar.gz@";
    };
    x86_64-darwin = {
      url = "@url:omnisweep-@VERSION@-x86_64-apple-darwin.tar.gz@";
      hash = "@sri:omnisweep-@VERSION@-x86_64-apple-darwin.tar.gz@";
    };
    aarch64-darwin = {
      url = "@url:omnisweep-@VERSION@-aarch64-apple-darwin.tar.gz@";
      hash = "@sri:omnisweep-@VERSION@-aarch64-apple-darwin.tar.gz@";
    };
  };
in
stdenvNoCC.mkDerivation {
  pname = "omnisweep";
  inherit version;
  src = fetchurl archives.${stdenvNoCC.hostPlatform.system};
  nativeBuildInputs = [ installShellFiles ];
  dontStrip = true;

  installPhase = ''
    runHook preInstall
    install -Dm755 omnisweep -t $out/bin
    installManPage omnisweep.6
    installShellCompletion completions/{omnisweep.bash,_omnisweep,omnisweep.fish}
    runHook postInstall
  '';

  meta = {
    description = "Every Minesweeper there is, on one engine";
    homepage = "@REPOSITORY@";
    license = with lib.licenses; [ mit asl20 ];
    mainProgram = "omnisweep";
    platforms = builtins.attrNames archives;
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
