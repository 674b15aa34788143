import type { Engine } from '../../app/base/worker-context.ts';
import { disconnectAndUnsubscribe } from '../../app/shared/connections/connecting/disconnecting.ts';
import { openDatabase } from '../../platform/db.ts';
import { sealWith } from '../../platform/seal.ts';

/** A process of its own that disconnects a connection, for a test that kills it in the middle. */
const [accountId, slug, url = '', key = '', sandboxOrigin = null] = process.argv.slice(2);
const engine = {
  database: openDatabase({ url, connections: 2, name: 'crossdock-test' }),
  ...{ seal: sealWith([key]), sandboxOrigin, baseUrl: 'https://crossdock.test', now: () => new Date() },
  ...{ applications: { shopify: { id: 'i', secret: 'our secret' } }, exchanges: { add: () => undefined } },
} as unknown as Engine;
await disconnectAndUnsubscribe(engine, { accountId: Number(accountId), userId: null }, slug ?? '');
