import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { checkedAgain } from '../order-flow/checking/words.ts';
import { linkEqual } from './commands.ts';
import { linkEqualCall, listEqualCall, listToLinkCall } from './contract.ts';
import { listEqual, listToLink } from './queries.ts';

export function toLinkApi(app: FastifyInstance): void {
  route(app, listToLinkCall, ({ reading, query }) => reading((tenant) => listToLink(tenant, query)));
  route(app, listEqualCall, ({ reading }) => reading(listEqual));
  route(app, linkEqualCall, async ({ inTenant, body }) => {
    const linked = await inTenant((tenant) => linkEqual(tenant, body.links));
    const left = body.links.length - linked.linked;
    const others = left > 0 ? ` ${countedWords(left, 'SKU was', 'SKUs were')} left out: linked by now, or no longer equal.` : '';
    return { ...linked, message: `${countedWords(linked.linked, 'SKU is', 'SKUs are')} linked.${checkedAgain(linked.waiting)}${others}` };
  });
}
