import { type RawBuilder, sql } from 'kysely';
import { sentenceSql } from '../../../../platform/sentence-sql.ts';
import type { Catalogue } from '../../../../platform/sentences.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { buildingsOf } from '../../../base/buildings.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { expectations } from '../../../shared/imports/expectations.ts';
import { problems } from '../../../shared/imports/problems.ts';
import { partOfKey } from '../../../shared/imports/row-key.ts';
import { cell, dayOf, itemOf, withRecords } from './records.ts';

/** What a row can change, by its column: what the record has. A vendor is its source's, or was chosen when it was made. */
const ofOrder = (tenant: Tenant): Record<string, RawBuilder<unknown>> => ({
  ...{ vendor_number: sql`o.vendor_number`, vendor_name: sql`o.vendor_name`, expected_date: dayOf(tenant, 'o.expected_at') },
  ...{ mapped_warehouse: sql`o.mapped_warehouse`, carrier: sql`o.carrier`, freight_number: sql`o.freight_number`, note: sql`o.note` },
});
const ofLine = (tenant: Tenant): Record<string, RawBuilder<unknown>> => ({
  ...{ quantity: sql`l.quantity::text`, lot_number: sql`l.lot_number`, estimated_delivery_date: dayOf(tenant, 'l.expected_at') },
});

/** Whether a row says something else of a column than there is. Spaces around a value of ours are no difference. */
const differs = (job: ImportJob, name: string, has: RawBuilder<unknown>) =>
  sql`(${cell(job, name)} <> '' and ${cell(job, name)} <> coalesce(trim(${has}), ''))`;

const or = (conditions: RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** What becomes of each row: it creates a line, with its purchase order where there is none, changes what there is, or is wrong. */
export function judgePurchaseOrders(tenant: Tenant, job: ImportJob): RawBuilder<unknown> {
  const changes = (fields: Record<string, RawBuilder<unknown>>) => or(Object.entries(fields).map(([name, has]) => differs(job, name, has)));
  const changed = sql`(o.id is not null and (${changes(ofOrder(tenant))} or (l.id is not null and ${changes(ofLine(tenant))})
    or (l.id is null and ${cell(job, 'sku')} <> '')))`;
  return sql`
    select i.n, case when i.is_wrong or wrong.column_name is not null then 'w' when o.id is null
      or (l.id is null and ${cell(job, 'sku')} <> '') then 'c' when ${changed} then 'u' else 's' end as code,
      o.revision::text as seen, wrong.column_name, wrong.problem, wrong.expected
    from input i ${withRecords(tenant, job)}
    left join lateral (select column_name, problem, expected from (values ${sql.join(wrongIf(tenant, job, changed))}) as w (place, is_so,
      column_name, problem, expected)
      where w.is_so and not i.is_wrong order by place limit 1) wrong on true`;
}

type Mistake = [isSo: RawBuilder<unknown>, column: string, problem: RawBuilder<unknown>, expected: RawBuilder<unknown>];

type Values<C extends Catalogue, Code extends keyof C & string> = Parameters<typeof sentenceSql<C, Code>>[2];
const is = <Code extends keyof typeof problems>(code: Code, values: Values<typeof problems, Code>) => sentenceSql(problems, code, values);
const should = <Code extends keyof typeof expectations>(code: Code, values: Values<typeof expectations, Code>) =>
  sentenceSql(expectations, code, values);
const shouldBe = (value: RawBuilder<unknown>) => should('value', { value });

/** What is wrong with a row, the first that is so. */
function wrongIf(tenant: Tenant, job: ImportJob, changed: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [...wrongNames(tenant, job), ...wrongValues(job, changed), formerWarehouse(tenant, job)].map(
    ([isSo, column, problem, expected], place) => sql`(${sql.lit(place)}, (${isSo}), ${sql.lit(column)}, (${problem}), (${expected}))`,
  );
}

/** Of the purchase order and line that a row names. */
function wrongNames(tenant: Tenant, job: ImportJob): Mistake[] {
  const [own, number, line] = [cell(job, 'po_number'), cell(job, 'source_number'), cell(job, 'line')];
  const [sku, quantity] = [cell(job, 'sku'), cell(job, 'quantity')];
  const [lot, day] = [cell(job, 'lot_number'), cell(job, 'estimated_delivery_date')];
  const ofLineAlone = sql`(${line} <> '' or ${quantity} <> '' or ${lot} <> '' or ${day} <> '')`;
  const isUnknown = sql`(l.id is null and ${sku} <> '' and not exists (${itemOf(tenant, sku)}))`;
  const isOther = sql`${own} <> '' and trim(o.source_number) <> trim(${number})`;
  return [
    [sql`${own} <> '' and o.id is null`, 'po_number', is('not_there', {}), should('order_number', {})],
    [isOther, 'source_number', is('not_its_number', { number: sql`o.po_number` }), shouldBe(sql`o.source_number`)],
    [sql`numbered.n > 1`, 'source_number', is('several_orders', {}), should('number_beside', {})],
    [sql`${sku} = '' and ${ofLineAlone}`, 'sku', is('missing', {}), should('sku', {})],
    [sql`alike.n > 1`, 'sku', is('several_lines', {}), should('line_number', {})],
    [sql`l.id is not null and l.sku <> ${sku}`, 'sku', is('not_its_sku', { line: sql`l.position` }), shouldBe(sql`l.sku`)],
    [isUnknown, 'sku', is('no_item', {}), should('warehouse_sku', {})],
    [sql`l.id is null and ${sku} <> '' and ${quantity} = ''`, 'quantity', is('missing', {}), should('whole', {})],
  ];
}

/** Of what it says of them. */
function wrongValues(job: ImportJob, changed: RawBuilder<unknown>): Mistake[] {
  const vendor = (name: 'vendor_number' | 'vendor_name'): Mistake => {
    const has = sql.ref(`o.${name}`);
    const stays = sql`case when coalesce(${has}, '') = '' then ${should('nothing', {})} else ${shouldBe(has)} end`;
    return [sql`(o.id is not null and ${differs(job, name, has)})`, name, is('fixed', {}), stays];
  };
  const quantity = sql`nullif(${cell(job, 'quantity')}, '')::int`;
  const came = sql`l.received_before + ceil(l.quantity_received::numeric / l.units_per_sale)::int`;
  const isOver = sql`${changed} and not (o.status in ('pending', 'received') and o.archived_at is null)`;
  const isLess = sql`${quantity} <> l.quantity and ${quantity} < ${came}`;
  return [
    ...[vendor('vendor_number'), vendor('vendor_name')],
    [isOver, 'source_number', is('ended', { status: sql`o.status` }), should('as_it_is', {})],
    [sql`${changed} and o.locked`, 'source_number', is('locked', {}), should('as_it_is_or_unlocked', {})],
    [isLess, 'quantity', is('less_than_came', { came }), should('at_least', { least: came })],
  ];
}

/** A building that goods cannot go to, as it is of a warehouse that is disconnected. One that the purchase order has already may stay. */
function formerWarehouse(tenant: Tenant, job: ImportJob): Mistake {
  const code = cell(job, 'mapped_warehouse');
  const isFormer = sql`(${differs(job, 'mapped_warehouse', sql`o.mapped_warehouse`)}
    and not exists (select from (${buildingsOf(tenant)}) as b where b.code = ${code}))`;
  const codes = sql`(select coalesce(json_agg(b.code), '[]') from (select code from (${buildingsOf(tenant)}) as known limit 3) as b)`;
  return [isFormer, 'mapped_warehouse', is('former_warehouse', {}), should('warehouse', { codes })];
}

/** The columns by which a row of a file names a line. */
export const nameColumns = ['source_number', 'po_number', 'line', 'sku'] as const;

const part = (at: number) => sql.raw(partOfKey('key', at));

/** What the lines have that rows name so, as texts by column. */
export function currentLines(tenant: Tenant, keys: string[]): RawBuilder<unknown> {
  const job = { columns: nameColumns };
  const parts = nameColumns.map((name, at) => sql`${part(at + 1)} as ${sql.ref(name)}`);
  const has = [...Object.entries(ofOrder(tenant)), ...Object.entries(ofLine(tenant))];
  return sql`
    select i.key, json_build_object('source_number', o.source_number, 'po_number', i.po_number, 'line', l.position::text, 'sku', l.sku,
      ${sql.join(has.flatMap(([name, value]) => [sql.lit(name), value]))}) as was
    from (select key, ${sql.join(parts)} from unnest(${keys}::text[]) as key where ${part(2)} ~ '^(PO-\\d{1,15})?$'
      and ${part(3)} ~ '^\\d{0,6}$') i
    ${withRecords(tenant, job)} where o.id is not null`;
}
