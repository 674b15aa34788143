import { writeFileSync } from 'node:fs';
import { JsonReporter, type SerializedError, type TestCase, type TestModule, type TestSpecification } from 'vitest/node';
import { minute, Running } from './running.ts';
import type { Timing } from './slowest.ts';

/** Each file's time has its imports and hooks in it, which no test's time shows. Errors are those outside every test and file. */
export type Timings = { tests: Timing[]; files: Timing[]; errors: string[] };

/**
 * Vitest's JSON report, and beside it how long each test and file took and what failed outside them, in `--outputFile.timings`. Names
 * what has run for too long, every minute. Vitest waits without limit for each worker to say once more that it is done, and now and then
 * one does not: a run whose files have all ended ends a minute later with what they reported.
 */
export default class SuiteReporter extends JsonReporter {
  #running = new Running(0);
  #ended: TestModule[] = [];
  #watch: NodeJS.Timeout | undefined;
  #last: NodeJS.Timeout | undefined;

  constructor() {
    super({});
  }

  onTestRunStart({ length }: readonly TestSpecification[]): void {
    this.#running = new Running(length);
    this.#watch = setInterval(() => {
      for (const sentence of this.#running.long()) console.error(sentence);
    }, minute).unref();
  }

  onTestModuleQueued({ relativeModuleId }: TestModule): void {
    this.#running.began(relativeModuleId);
  }

  onTestCaseReady({ module, fullName }: TestCase): void {
    this.#running.began(module.relativeModuleId, fullName);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#ended.push(module);
    if (this.#running.ended(module.relativeModuleId)) this.#last = setTimeout(() => void this.#end(), minute);
  }

  override async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[] = []): Promise<void> {
    clearInterval(this.#watch);
    clearTimeout(this.#last);
    await super.onTestRunEnd(modules);
    const timings: Timings = { tests: modules.flatMap(ofTests), files: modules.map(ofFile), errors: unhandled.map(textOf) };
    const { outputFile } = this.ctx.config;
    if (typeof outputFile === 'object' && outputFile.timings) writeFileSync(outputFile.timings, JSON.stringify(timings));
  }

  async #end(): Promise<void> {
    console.error('Every file ended a minute ago, and a worker of Vitest has not said so: the run ends with what they reported.');
    const unhandled = this.ctx.state.getUnhandledErrors() as SerializedError[];
    await this.onTestRunEnd(this.#ended, unhandled);
    process.exit(unhandled.length === 0 && this.#ended.every((module) => module.ok()) ? 0 : 1);
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
