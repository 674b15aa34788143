import type { FastifyInstance } from 'fastify';
import { readRoute, route } from '../../../platform/http/route.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { skuMapped } from '../links/contract.ts';
import type { LinkedProducts } from '../links/saving/link-products.ts';
import { tookOver } from '../links/saving/units-of-another.ts';
import { checkedAgain } from '../order-flow/checking/words.ts';
import { linkSeen } from './commands.ts';
import { goingOnCall, linkSeenCall, listEqualCall, listToLinkCall } from './contract.ts';
import { ordersGoingOn } from './going-on.ts';
import { listEqual, listToLink } from './queries.ts';

export function toLinkApi(app: FastifyInstance): void {
  readRoute(app, listToLinkCall, (tenant, { query }) => listToLink(tenant, query));
  readRoute(app, listEqualCall, listEqual);
  readRoute(app, goingOnCall, (tenant, { body }) => ordersGoingOn(tenant, body.skus));
  route(app, linkSeenCall, async ({ inTenant, body }) => {
    const { leftOut, kept, ...linked } = await inTenant((tenant) => linkSeen(tenant, body.links));
    const done = { ...linked, kept };
    const message = body.links.length === 1 ? oneWords(done, leftOut[0]) : manyWords(done, leftOut);
    return { ...linked, message, left_out: leftOut.map(({ at, why }) => ({ at, why })) };
  });
}

type Done = Pick<LinkedProducts, 'linked' | 'waiting' | 'kept'>;
type LeftOut = { sku: string | null; why: string };

/** Of one SKU what its own link says. */
const oneWords = ({ linked, waiting, kept }: Done, leftOut: LeftOut | undefined): string => {
  const more = `${tookOver(kept[0]?.units ?? null)}${checkedAgain(waiting)}`;
  if (linked > 0) return more === '' ? skuMapped : `${skuMapped}.${more}`;
  return `${leftOut?.sku ?? 'The SKU'} is not linked, because ${leftOut?.why ?? 'it is linked by now'}.`;
};

const manyWords = ({ linked, waiting, kept }: Done, leftOut: readonly LeftOut[]): string =>
  `${countedWords(linked, 'SKU is', 'SKUs are')} linked.${keptWords(kept)}${checkedAgain(waiting)}${leftOutWords(leftOut)}`;

const namedAtMost = 3;

/** Says what their links took over. */
const keptWords = (kept: Done['kept']): string =>
  sentenceOf(
    'One sale takes as many units as of what was linked before',
    kept.map(({ sku, units }) => `${sku}, ${countedWords(units, 'unit')}`),
  );

/** Names what was left out and why. */
const leftOutWords = (leftOut: readonly LeftOut[]): string =>
  sentenceOf(
    'Left out',
    leftOut.map(({ sku, why }) => `${sku ?? 'one SKU'}, because ${why}`),
  );

/** A sentence that follows another and names the first of these; nothing where there are none. */
function sentenceOf(beginning: string, parts: readonly string[]): string {
  if (parts.length === 0) return '';
  const more = parts.length - namedAtMost;
  const named = [...parts.slice(0, namedAtMost), ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])];
  return ` ${beginning}: ${named.join('; ')}.`;
}
