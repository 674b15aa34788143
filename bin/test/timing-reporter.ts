import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';
import type { Timing } from './slowest.ts';

/** Each file's time has its imports and hooks in it, which no test's time shows. Errors are those outside every test and file. */
export type Timings = { tests: Timing[]; files: Timing[]; errors: string[] };

/** Writes how long each test and each file took, and what failed outside them, to the file of `--outputFile.timings`. */
export default class TimingReporter implements Reporter {
  #outputFile: Vitest['config']['outputFile'] = {};

  onInit({ config }: Vitest): void {
    this.#outputFile = config.outputFile;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const timings: Timings = { tests: modules.flatMap(ofTests), files: modules.map(ofFile), errors: unhandled.map(textOf) };
    if (typeof this.#outputFile === 'object' && this.#outputFile.timings) writeFileSync(this.#outputFile.timings, JSON.stringify(timings));
  }
}

const textOf = ({ message, stack }: SerializedError) => stack ?? message;

function ofFile(module: TestModule): Timing {
  const { collectDuration, duration } = module.diagnostic();
  return { name: module.relativeModuleId, ms: collectDuration + duration };
}

function ofTests(module: TestModule): Timing[] {
  return [...module.children.allTests()].map((test) => ({
    name: `${module.relativeModuleId}: ${test.fullName}`,
    ms: test.diagnostic()?.duration ?? 0,
  }));
}
