import type { FastifyBaseLogger } from 'fastify';
import { type Work, within, workOfRequest } from '../work.ts';

type Child = Parameters<FastifyBaseLogger['child']>;
type Entry = Parameters<FastifyBaseLogger['info']>;

/**
 * The log of one request, with its id, wherever it is used: Fastify's hooks run outside of the request's work. A child of the log costs
 * more than a small request, so it makes none.
 */
export class RequestLog {
  readonly #log: FastifyBaseLogger;
  readonly #work: Work;

  constructor(log: FastifyBaseLogger, id: string) {
    this.#log = log;
    this.#work = workOfRequest(id);
  }

  get level(): string {
    return this.#log.level;
  }
  child(...child: Child): FastifyBaseLogger {
    return new RequestLog(this.#log.child(...child), this.#work.cause);
  }
  fatal(...entry: Entry): void {
    within(this.#work, () => this.#log.fatal(...entry));
  }
  error(...entry: Entry): void {
    within(this.#work, () => this.#log.error(...entry));
  }
  warn(...entry: Entry): void {
    within(this.#work, () => this.#log.warn(...entry));
  }
  info(...entry: Entry): void {
    within(this.#work, () => this.#log.info(...entry));
  }
  debug(...entry: Entry): void {
    within(this.#work, () => this.#log.debug(...entry));
  }
  trace(...entry: Entry): void {
    within(this.#work, () => this.#log.trace(...entry));
  }
  silent(...entry: Entry): void {
    this.#log.silent(...entry);
  }
}
