import { createHmac, randomBytes } from 'node:crypto';
import type { Deliver } from '../deliver.ts';
import type { Collection, Happening, Kept } from './collection.ts';

/**
 * A subscription to a topic, or to several with spaces between. `isActive`: false since too many of its deliveries failed in a row, or
 * since somebody switched it off.
 */
export type Hook = { topic: string; url: string; secret: string; isActive: boolean; failures: number };

export type HookForm = {
  /**
   * Body and headers of a delivery, made anew at each attempt: a signature may contain its time. The hook has the topic of this one alone;
   * `deliveries` counts them.
   */
  message: (hook: Kept<Hook>, record: object, deliveries: number) => { body: string; headers: Record<string, string> };
  /** After which waits a delivery that failed is tried again. */
  retryAfterMs: number[];
  /** How many deliveries in a row may fail, each with all of its attempts, before the subscription is switched off. */
  mostFailures: number;
};

/** A signature over a text, as most vendors make it. */
export const signatureOf = (text: string, secret: string | Buffer): string => createHmac('sha256', secret).update(text).digest('base64');

/** Headers that begin alike, as `x-vendor-topic`. */
export const headersOf = (prefix: string, values: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, String(value)]));

/** A message whose headers, which begin alike, prove it by a signature over its body. */
export const signedMessage =
  (
    begin: string,
    headers: (hook: Kept<Hook>, deliveries: number, signedWith: (secret: string) => string) => Record<string, string | number>,
  ): HookForm['message'] =>
  (hook, record, deliveries) => {
    const body = JSON.stringify(record);
    return {
      body,
      headers: headersOf(
        begin,
        headers(hook, deliveries, (secret) => signatureOf(body, secret)),
      ),
    };
  };

const prefix = 'whsec_';
export const newSecret = (): string => `${prefix}${randomBytes(24).toString('base64')}`;

/** A message that is signed as standardwebhooks.com says: over its number, its time and its body. `more`: headers of the vendor's own. */
export const standardMessage =
  (now: () => number, more: (hook: Hook) => Record<string, string>): HookForm['message'] =>
  (hook, record, deliveries) => {
    const [id, timestamp, body] = [`msg_${deliveries}`, Math.floor(now() / 1000), JSON.stringify(record)];
    const signature = `v1,${signatureOf(`${id}.${timestamp}.${body}`, Buffer.from(hook.secret.replace(prefix, ''), 'base64'))}`;
    return { body, headers: { ...headersOf('webhook-', { id, timestamp, signature }), ...more(hook) } };
  };

/** Tells the subscriptions of a topic about a record. */
export type Notify = (topic: string, record: object) => void;

/** Tells of each change of records by their ids: under one topic, or one for each that can happen. */
export function tellOf<T extends object>(notify: Notify, records: Collection<T>, topics: string | Record<Happening, string>): void {
  records.onChange((happening, { id }) => notify(typeof topics === 'string' ? topics : topics[happening], { id }));
}

export function notifyHooks(hooks: Collection<Hook>, deliver: Deliver, { message, retryAfterMs, mostFailures }: HookForm): Notify {
  let deliveries = 0;
  return (topic, record) => {
    for (const hook of hooks.all().filter((each) => each.isActive && each.topic.split(' ').includes(topic))) {
      deliveries += 1;
      const number = deliveries;
      deliver({
        url: hook.url,
        message: () => message({ ...hook, topic }, record, number),
        retryAfterMs,
        settled(reached) {
          const failures = reached ? 0 : hook.failures + 1;
          if (failures !== hook.failures) hooks.change(hook, { failures, isActive: hook.isActive && failures < mostFailures });
        },
      });
    }
  };
}
