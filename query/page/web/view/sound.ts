// Sounds of a game, made here: dice, men, hits, and the end. They are off until somebody asks for them.

import { remembered } from "../records/memory.ts";

type Sound = "dice" | "man" | "hit" | "pass" | "won" | "lost";

let audio: AudioContext | null = null;

export function isSounding() {
  return remembered("sound", "no") === "yes";
}

/**
 * Wood on wood: a short noise that a filter gives its height.
 * @param at when it begins, in seconds
 * @param height in hertz
 */
function knock(context: AudioContext, at: number, height: number, loudness: number) {
  const length = 0.05;
  const noise = context.createBuffer(1, Math.ceil(length * context.sampleRate), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let sample = 0; sample < samples.length; sample++) {
    samples[sample] = (2 * Math.random() - 1) * (1 - sample / samples.length) ** 4;
  }
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: height, Q: 3 });
  const gain = new GainNode(context, { gain: loudness });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

/** A plucked tone. */
function pluck(context: AudioContext, at: number, height: number) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: height });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.14, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + 0.6);
}

/**
 * Plays a sound, if sounds are wanted.
 * @param delay in milliseconds
 */
export function sound(kind: Sound, delay: number = 0) {
  // Browsers allow no sound before somebody touches the page.
  if (!isSounding() || navigator.userActivation?.hasBeenActive === false) {
    return;
  }
  try {
    audio ??= new AudioContext();
    void audio.resume();
    const context = audio;
    const now = context.currentTime + delay / 1000;
    if (kind === "dice") {
      [0, 0.07, 0.15, 0.2, 0.31, 0.38].forEach((at, nth) => knock(context, now + at, 2600 - 200 * (nth % 3), 0.5 - 0.06 * nth));
    } else if (kind === "won" || kind === "lost") {
      const heights = kind === "won" ? [392, 494, 587, 784] : [392, 349, 294];
      heights.forEach((height, nth) => pluck(context, now + 0.14 * nth, height));
    } else if (kind !== "pass") {
      knock(context, now, 900, 0.9);
      if (kind === "hit") {
        knock(context, now + 0.09, 500, 1.2);
      }
    }
  } catch {
    // Ignore the error: the game goes on without sound.
  }
}
