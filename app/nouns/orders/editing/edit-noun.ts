import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Change, ChangeNoun, Values } from '../../../base/changes/noun.ts';
import type { EventLine } from '../../order-flow/contract/detail.ts';
import { partsOf } from '../../order-flow/events/edited-parts.ts';
import { type Changes, recordEvents } from '../../order-flow/history.ts';
import { isLine } from '../../order-flow/values/fields.ts';
import { soldWorth } from '../detail/amounts.ts';
import type { StoredLine } from './lines/plan.ts';

/**
 * An order that a person edits: columns, and lines by `line:` and their id. A line that an edit removed is kept whole, so that it can
 * come back; of the others what the history shows.
 */
export const editedOrder: ChangeNoun = {
  name: 'order',
  audited: (_tenant, changes) =>
    changes.map(({ record, was, is, undoes }) => ({
      ...{ verb: undoes === undefined ? ('edited' as const) : ('undid' as const), noun: 'order', record },
      ...{ from: inWords(was), to: inWords(is) },
    })),
  async history(tenant, changes) {
    const revisions = await revisionsOf(tenant, changes);
    await recordEvents(
      tenant,
      changes.map(({ id, record, was, is, undoes }) => {
        const changes = changesOf(was, is);
        const to = revisions.get(record.id) ?? 0;
        const removed = Object.keys(was ?? {}).filter((field) => isLine(field) && is?.[field] === null);
        return {
          ...{ orderId: record.id, change_id: id, kind: undoes === undefined ? 'edited' : 'undone' },
          sentence: { code: undoes === undefined ? ('edited' as const) : ('edit_undone' as const), ...partsOf(changes) },
          changes: { ...changes, revision: { from: to - 1, to } },
          ...(undoes === undefined &&
            removed.length > 0 && { removed_worth: soldWorth(removed.map((field) => was?.[field] as StoredLine)) }),
        };
      }),
    );
  },
};

/** What the audit shows: columns, and of lines how many there are of each SKU. */
function inWords(side: Values | null): Values {
  const words: Values = {};
  for (const [field, value] of Object.entries(side ?? {})) {
    if (!isLine(field)) words[field] = value;
    else if (value !== null) {
      const { sku, name, quantity } = value as EventLine;
      const of = `quantity of ${sku || name}`;
      words[of] = Number(words[of] ?? 0) + quantity;
    }
  }
  return words;
}

/** What the history shows: of a line its SKU, name and quantity. */
const toShow = (side: Values | null): Values =>
  Object.fromEntries(
    Object.entries(side ?? {}).map(([field, value]) => [field, isLine(field) && value !== null ? lineValue(value as EventLine) : value]),
  );

const lineValue = ({ sku, name, quantity }: EventLine): EventLine => ({ sku, name, quantity });

function changesOf(was: Values | null, is: Values | null): Changes {
  const [from, to] = [toShow(was), toShow(is)];
  return Object.fromEntries(Object.keys(to).map((field) => [field, { from: from[field], to: to[field] }]));
}

async function revisionsOf(tenant: Tenant, changes: readonly Change[]): Promise<Map<number, number>> {
  const { rows } = await sql<Columns<'orders', 'id' | 'revision'>>`
    select id, revision from orders where ${inAccount(tenant)}
      and id = any(${changes.map(({ record }) => record.id)}::bigint[])`.execute(tenant.db);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}
