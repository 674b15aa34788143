import type { RefusalCode } from './refusal-codes.ts';

/** An expected refusal: its reply is `{ errorMessage, code }` with its status, and `details` beside them; never logged as an error. */
export class Refusal extends Error {
  readonly status: number;
  /** Of ours, or of a library whose refusal is handed on. */
  readonly code: RefusalCode | (string & {});
  readonly headers: Record<string, string>;
  readonly details: Record<string, unknown>;

  constructor(
    status: number,
    code: RefusalCode | (string & {}),
    sentence: string,
    headers: Record<string, string> = {},
    details: Record<string, unknown> = {},
  ) {
    super(sentence);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.details = details;
  }
}

/** A 422: which field is wrong and why, `{ field: [messages] }`. */
export class Invalid extends Error {
  readonly fields: Record<string, string[]>;

  constructor(fields: Record<string, string[]>) {
    super('Some fields are wrong.');
    this.fields = fields;
  }
}

/** Ends a request with a refusal: `throw refuse(404, 'not_found', 'This order does not exist.')`. */
export function refuse(status: number, code: RefusalCode, sentence: string, headers?: Record<string, string>): Refusal {
  return new Refusal(status, code, sentence, headers);
}

/** The same with details for the screen: `throw refuseWith({ conflicts }, 409, 'conflict', '…')`. */
export function refuseWith(details: Record<string, unknown>, status: number, code: RefusalCode, sentence: string): Refusal {
  return new Refusal(status, code, sentence, {}, details);
}

/** What a path or body names, as it was read. @throws Refusal 404 with this sentence where there is none */
export function existing<T>(record: T, otherwise: string | (() => Refusal)): NonNullable<T> {
  if (record) return record;
  throw typeof otherwise === 'string' ? refuse(404, 'not_found', otherwise) : otherwise();
}

/** Ends a request with a 422 for a rule beyond the schema: `throw invalid({ sku: ['is taken'] })`. */
export function invalid(fields: Record<string, string[]>): Invalid {
  return new Invalid(fields);
}
