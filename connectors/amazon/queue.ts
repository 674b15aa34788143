import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { z } from 'zod';
import type { Result, Settings } from '../contract.ts';
import type { Credential, Unsigned } from '../http/auth.ts';
import { saidOrRefused } from '../http/failure.ts';
import type { ConnectorHttp } from '../http/request.ts';

/*
 * The queue that Amazon's notifications come into: one of SQS, by its JSON protocol
 * (docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-making-api-requests-json.html), with keys of AWS.
 */

/** As `https://sqs.eu-west-1.amazonaws.com/123456789012/crossdock`. */
const address = /^\/(\d{12})\/([\w-]{1,80})$/;
const host = /^sqs\.([a-z0-9-]{5,30})\.amazonaws\.com$/;

/** What an address of a queue says; null where it is none. A stand-in's has no region in its name. */
export function queueAt(url: string): { origin: string; region: string; arn: string } | null {
  if (!URL.canParse(url)) return null;
  const { origin, hostname, pathname } = new URL(url);
  const [, account, name] = address.exec(pathname) ?? [];
  const region = host.exec(hostname)?.[1] ?? 'us-east-1';
  return account && name ? { origin, region, arn: `arn:aws:sqs:${region}:${account}:${name}` } : null;
}

/** A message is another one's until it is deleted, or this has passed: longer than from one look to the next. */
const hiddenS = 120;

export type Message = z.output<typeof message>;
const message = z.object({ MessageId: z.string(), ReceiptHandle: z.string(), Body: z.string() });
const received = z.object({ Messages: z.array(message).max(10).nullish() });
const deleted = z.object({ Failed: z.array(z.unknown()).nullish() });
const refusal = z.object({ message: z.string().nullish() });

export type Queue = ReturnType<typeof queueOf>;

export function queueOf(http: ConnectorHttp, url: string) {
  const call = <T>(operation: string, target: string, reads: z.ZodType<T>, body: object): Promise<Result<T>> =>
    http.request({
      ...{ method: 'POST', effect: 'read', url: `${queueAt(url)?.origin}/`, operation, credential: 'queue', reads },
      headers: { 'x-amz-target': `AmazonSQS.${target}` },
      body: { text: JSON.stringify({ QueueUrl: url, ...body }), type: 'application/x-amz-json-1.0' },
      rejection: (status, said) => ({ code: 'other', reason: saidOrRefused(refusal.safeParse(said).data?.message, status) }),
    });
  return {
    receive: () => call('receive_messages', 'ReceiveMessage', received, { MaxNumberOfMessages: 10, VisibilityTimeout: hiddenS }),
    /** What is deleted twice, or after its time, is no mistake. */
    delete: (handles: string[]) =>
      call('delete_messages', 'DeleteMessageBatch', deleted, {
        Entries: handles.map((ReceiptHandle, at) => ({ Id: String(at), ReceiptHandle })),
      }),
  };
}

/** Keys of AWS, which sign each request to the queue, and nothing else. */
export const queueCredential: Credential = {
  auth: { kind: 'signed', sign },
  api: ({ queue_url = '' }) => (URL.canParse(queue_url) && host.test(new URL(queue_url).hostname) ? [new URL(queue_url).origin] : []),
};

async function sign({ method, url, headers, body, now }: Unsigned, { queue_url = '', queue_key_id = '', queue_key_secret = '' }: Settings) {
  const signer = new SignatureV4({
    ...{ service: 'sqs', region: queueAt(queue_url)?.region ?? '', sha256: Sha256 },
    credentials: { accessKeyId: queue_key_id, secretAccessKey: queue_key_secret },
  });
  const own = { host: url.host, 'content-type': headers['content-type'] ?? '', 'x-amz-target': headers['x-amz-target'] ?? '' };
  const request = { method, protocol: url.protocol, hostname: url.hostname, path: url.pathname, query: {}, headers: own, body };
  const signed = await signer.sign(request, { signingDate: now });
  return Object.fromEntries(Object.entries(signed.headers).filter(([name]) => !(name in own)));
}
