// What can be heard, for whoever wants it: made as it is played, from no file.

// Notes: how high in hertz, when and how long in seconds, how loud, and the form of the wave.
/** @typedef {[pitch: number, at: number, length: number, volume: number, wave: OscillatorType]} Note */
/** @type {Record<"open" | "flag" | "won" | "lost", Note[]>} */
const SOUNDS = {
  open: [[620, 0, .05, .08, "sine"]],
  flag: [[330, 0, .04, .08, "triangle"], [440, .03, .05, .06, "triangle"]],
  won: [523, 659, 784, 1047].map((pitch, at) => [pitch, at * .11, .28, .1, "triangle"]),
  lost: [[110, 0, .35, .18, "sawtooth"], [73, .05, .5, .16, "sawtooth"]],
};

/** @type {AudioContext | undefined} */
let audio;

/** @param {keyof typeof SOUNDS} what */
export function play(what) {
  // Browsers let nothing be heard before the first click or key; by then there was one.
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [pitch, at, length, volume, wave] of SOUNDS[what]) {
    const tone = new OscillatorNode(audio, { frequency: pitch, type: wave }), gain = new GainNode(audio, { gain: 0 });
    // A soft beginning and end: no crackle.
    gain.gain.setValueAtTime(0, now + at);
    gain.gain.linearRampToValueAtTime(volume, now + at + .008);
    gain.gain.exponentialRampToValueAtTime(.0005, now + at + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(now + at);
    tone.stop(now + at + length);
  }
}
