import type { FastifyBaseLogger } from 'fastify';

type Child = Parameters<FastifyBaseLogger['child']>;
type Entry = Parameters<FastifyBaseLogger['info']>;

/**
 * The log of one request, with its id. A child of the log costs more than a small request, and few requests say anything: it is made
 * once one does.
 */
export class RequestLog {
  #logger: FastifyBaseLogger | undefined;
  readonly #log: FastifyBaseLogger;
  readonly #child: Child;

  constructor(log: FastifyBaseLogger, ...child: Child) {
    this.#log = log;
    this.#child = child;
  }

  get #own(): FastifyBaseLogger {
    this.#logger ??= this.#log.child(...this.#child);
    return this.#logger;
  }

  get level(): string {
    return this.#log.level;
  }
  child(...child: Child): FastifyBaseLogger {
    return this.#own.child(...child);
  }
  fatal(...entry: Entry): void {
    this.#own.fatal(...entry);
  }
  error(...entry: Entry): void {
    this.#own.error(...entry);
  }
  warn(...entry: Entry): void {
    this.#own.warn(...entry);
  }
  info(...entry: Entry): void {
    this.#own.info(...entry);
  }
  debug(...entry: Entry): void {
    this.#own.debug(...entry);
  }
  trace(...entry: Entry): void {
    this.#own.trace(...entry);
  }
  silent(...entry: Entry): void {
    this.#own.silent(...entry);
  }
}
