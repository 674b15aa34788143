import type { FastifyInstance } from 'fastify';
import { readRoute, route } from '../../../platform/http/route.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { skuMapped } from '../links/contract.ts';
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
    const { leftOut, ...linked } = await inTenant((tenant) => linkSeen(tenant, body.links));
    const message = body.links.length === 1 ? oneWords(linked, leftOut[0]) : manyWords(linked, leftOut);
    return { ...linked, message, left_out: leftOut.map(({ at, why }) => ({ at, why })) };
  });
}

type Done = { linked: number; waiting: number };
type LeftOut = { sku: string | null; why: string };

/** Of one SKU what its own link says. */
const oneWords = ({ linked, waiting }: Done, leftOut: LeftOut | undefined): string => {
  if (linked > 0) return waiting > 0 ? `${skuMapped}.${checkedAgain(waiting)}` : skuMapped;
  return `${leftOut?.sku ?? 'The SKU'} is not linked, because ${leftOut?.why ?? 'it is linked by now'}.`;
};

const manyWords = ({ linked, waiting }: Done, leftOut: readonly LeftOut[]): string =>
  `${countedWords(linked, 'SKU is', 'SKUs are')} linked.${checkedAgain(waiting)}${leftOutWords(leftOut)}`;

const namedAtMost = 3;

/** Names what was left out and why, the first of them. */
function leftOutWords(leftOut: readonly LeftOut[]): string {
  if (leftOut.length === 0) return '';
  const named = leftOut.slice(0, namedAtMost).map(({ sku, why }) => `${sku ?? 'one SKU'}, because ${why}`);
  const more = leftOut.length - named.length;
  return ` Left out: ${[...named, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])].join('; ')}.`;
}
