# frozen_string_literal: true

# Reads a formula as Homebrew does, with as little of Homebrew as it asks for, for one system and one
# processor; prints what is downloaded, and installs it from a folder into another one.
#
#     ruby formula.rb FORMULA (macos|linux) (arm|intel) [FROM TO]

require "fileutils"
require "pathname"

PATH, SYSTEM, PROCESSOR, FROM, TO = ARGV

# A place that files are installed in.
class Place
  def initialize(path)
    @path = Pathname(path)
  end

  def install(*files)
    named = files.flat_map { |file| file.is_a?(Hash) ? file.to_a : [[file, File.basename(file)]] }
    FileUtils.mkdir_p(@path)
    named.each { |from, to| FileUtils.cp(from, @path / to) }
  end

  def to_s
    @path.to_s
  end
end

# What a formula is told and asks for.
class Formula
  @said = {}

  class << self
    attr_reader :said, :trial

    def inherited(formula)
      super
      formula.instance_variable_set(:@said, {})
    end

    %i[desc homepage version license url sha256].each do |word|
      define_method(word) do |value|
        raise "#{word} is said twice" if said.key?(word)

        said[word] = value
      end
    end

    { macos: SYSTEM, linux: SYSTEM, arm: PROCESSOR, intel: PROCESSOR }.each do |word, here|
      define_method(:"on_#{word}") { |&block| instance_eval(&block) if word.to_s == here }
    end

    def test(&block)
      @trial = block
    end
  end

  { bin: "bin", man6: "share/man/man6", bash_completion: "etc/bash_completion.d",
    zsh_completion: "share/zsh/site-functions", fish_completion: "share/fish/vendor_completions.d" }
    .each { |word, folder| define_method(word) { Place.new(File.join(TO, folder)) } }

  def version
    self.class.said[:version]
  end

  def shell_output(command)
    output = `#{command}`
    raise "#{command} failed" unless $?.success?

    output
  end

  def assert_match(wanted, said)
    raise "#{said.inspect} has no #{wanted.inspect}" unless said.include?(wanted)
  end
end

load PATH
raise "its description is too long" if Omnisweep.said[:desc].size > 80

puts Omnisweep.said.values_at(:version, :url, :sha256)
if TO
  Dir.chdir(FROM) { Omnisweep.new.install }
  Omnisweep.new.instance_eval(&Omnisweep.trial)
  puts Dir.glob("**/*", base: TO).select { |name| File.file?(File.join(TO, name)) }.sort
end
