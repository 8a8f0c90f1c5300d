# frozen_string_literal: true

class Omnisweep < Formula
  desc "Every Minesweeper there is, on one engine"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@url:omnisweep-@VERSION@-aarch64-apple-darwin.tar.gz@"
      sha256 "@sha256:omnisweep-@VERSION@-aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@url:omnisweep-@VERSION@-x86_64-apple-darwin.tar.gz@"
      sha256 "@sha256:omnisweep-@VERSION@-x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@url:omnisweep-@VERSION@-aarch64-unknown-linux-musl.tar.gz@"
      sha256 "@sha256:omnisweep-@VERSION@-aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "@url:omnisweep-@VERSION@-x86_64-unknown-linux-musl.tar.gz@"
      sha256 "@sha256:omnisweep-@VERSION@-x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install "omnisweep"
    man6.install "omnisweep.6"
    bash_completion.install "completions/omnisweep.bash" => "omnisweep"
    zsh_completion.install "completions/_omnisweep"
    fish_completion.install "completions/omnisweep.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/omnisweep --version")
  end
end
