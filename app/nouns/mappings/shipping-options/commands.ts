import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { existing, invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listMethods } from '../../../base/shipping-methods/queries.ts';
import { checkWaiting } from '../../order-flow/checking/check.ts';
import type { Undoable } from '../saves/contract.ts';
import { followMapping } from '../saves/follow.ts';
import { recordSave } from '../saves/save.ts';
import { codeMissing, methodMissing, type SentOption } from './contract.ts';
import { withStoredCodes } from './stored-codes.ts';
import { requireDeletedAsSeen, requireUnchanged } from './unchanged.ts';

type AmwareCode = Column<'shipping_options', 'amware_code'>;
type Saved = { code: Column<'shipping_options', 'connector_code'>; from: AmwareCode; to: AmwareCode };
type Called = Record<'was_called' | 'is_called', Column<'shipping_options', 'description'>>;
type Outcome = { waiting: number; undo: Undoable };

/**
 * Maps channel shipping codes to warehouse methods. The orders that wait for them go on, ten seconds later; orders that have not
 * left follow a changed code. Returns how many waited, and the save, which can be undone until then.
 * @throws Invalid with both of the specification's sentences where both fields lack; Refusal 409 where a code is not as it `was`
 */
export async function saveShippingOptions(tenant: Tenant, connectionId: number, options: SentOption[]): Promise<Outcome> {
  const named = await withStoredCodes(tenant, connectionId, options);
  const codes = await complete(tenant, named, { code: 'connectorCode', method: 'amwareCode' });
  const { rows } = await sql<Saved & Called & { is_new: boolean }>`
    insert into shipping_options (account_id, connection_id, connector_code, description, amware_code, mapped_by, mapped_at)
    select distinct on ("connectorCode")
      ${tenant.accountId}, ${connectionId}, "connectorCode", description, "amwareCode", ${tenant.userId}, now()
    from json_to_recordset(${JSON.stringify(codes)}::json) as code ("connectorCode" text, description text, "amwareCode" text)
    on conflict (account_id, connection_id, connector_code) do update set amware_code = excluded.amware_code,
      description = coalesce(excluded.description, shipping_options.description), mapped_by = excluded.mapped_by,
      mapped_at = excluded.mapped_at
    returning new.connector_code as code, old.amware_code as "from", new.amware_code as "to",
      old.description as was_called, new.description as is_called, old.id is null as is_new`.execute(tenant.db);
  await requireUnchanged(tenant, connectionId, named, rows);
  const changes = rows.map(({ was_called, is_called, is_new, ...row }) => ({
    ...row,
    ...(is_new && { added: true as const }),
    ...(was_called !== is_called && { description: was_called ?? '' }),
  }));
  const undo = await recordSave(tenant, { kind: 'shipping', connectionId, changes });
  await auditDescriptions(tenant, connectionId, rows);
  let waiting = 0;
  for (const { code } of rows) waiting += await checkWaiting(tenant, { type: 'unmapped_shipping', connectionId, subject: code });
  for (const { code, from, to } of rows) if (from !== null && from !== to) await followMapping(tenant, 'shipping', { connectionId, code });
  notify(tenant, 'connections', [connectionId]);
  return { waiting, undo };
}

/** What the codes are called, where that changed. */
function auditDescriptions(tenant: Tenant, id: number, codes: readonly (Pick<Saved, 'code'> & Called)[]): Promise<void> {
  const from = Object.fromEntries(codes.map(({ code, was_called }) => [code, was_called]));
  const to = Object.fromEntries(codes.map(({ code, is_called }) => [code, is_called]));
  return writeAudit(tenant, { verb: 'changed', noun: 'shipping option', record: { id, name: '' }, from, to });
}

type NewOption = { ship_code: string; ship_name: string; description?: string | null | undefined };

/** Adds a shipping code with its method. @throws Invalid where a field lacks, or the code is mapped already */
export async function createShippingOption(tenant: Tenant, connectionId: number, option: NewOption): Promise<Outcome & { id: number }> {
  const sent = { connectorCode: option.ship_code, amwareShipping: option.ship_name, description: option.description };
  const [code] = await complete(tenant, await withStoredCodes(tenant, connectionId, [sent]), { code: 'ship_code', method: 'ship_name' });
  if (!code) throw invalid({ ship_name: [methodMissing] });
  const before = await readOption(tenant, connectionId, code.connectorCode);
  if (before?.amware_code) throw invalid({ ship_code: [`${code.connectorCode} is mapped already: change it in the table.`] });
  const outcome = await saveShippingOptions(tenant, connectionId, [code]);
  const { id = 0 } = (await readOption(tenant, connectionId, code.connectorCode)) ?? {};
  await writeAudit(tenant, { verb: 'created', noun: 'shipping option', record: { id, name: code.connectorCode }, to: code });
  return { id, ...outcome };
}

/**
 * Deletes a shipping code. Orders that go by it and have not left stop; with the next of them the code appears again, not mapped.
 * Returns how many stopped, and the save, which can be undone. `was`: the method that the person saw, empty for none.
 * @throws Refusal 404; 409 where it has another
 */
export async function deleteShippingOption(
  tenant: Tenant,
  connectionId: number,
  id: number,
  was?: string,
): Promise<{ code: string; stopped: number; undo: Undoable }> {
  const { rows } = await sql<Omit<Saved, 'to'> & Columns<'shipping_options', 'description'>>`
    delete from shipping_options where ${inAccount(tenant)} and connection_id = ${connectionId} and id = ${id}
    returning connector_code as code, amware_code as "from", description`.execute(tenant.db);
  const option = existing(rows[0], 'This shipping option does not exist.');
  const { code, from, description } = option;
  await requireDeletedAsSeen(tenant, connectionId, { connector_code: code, amware_code: from, description }, was);
  await writeAudit(tenant, {
    verb: 'deleted',
    noun: 'shipping option',
    record: { id, name: code },
    from: { amware_code: from, description },
  });
  const change = { code, from, to: null, description, ...(from !== null && { deleted: true as const }) };
  const undo = await recordSave(tenant, { kind: 'shipping', connectionId, changes: [change] });
  const stopped = from === null ? 0 : (await followMapping(tenant, 'shipping', { connectionId, code })).length;
  notify(tenant, 'connections', [connectionId]);
  return { code, stopped, undo };
}

async function readOption(tenant: Tenant, connectionId: number, code: string) {
  const { rows } = await sql<Columns<'shipping_options', 'id' | 'amware_code'>>`
    select id, amware_code from shipping_options
    where ${inAccount(tenant)} and connection_id = ${connectionId} and connector_code = ${code}`.execute(tenant.db);
  return rows[0];
}

type Complete = { connectorCode: string; amwareCode: string; description?: string | null | undefined };
type Fields = { code: string; method: string };

/** Each with a code and the only method of that code or name, and no code with two. What lacks is said of all of them at once. */
async function complete(tenant: Tenant, options: SentOption[], fields: Fields): Promise<Complete[]> {
  const methods = (await listMethods(tenant)).flatMap((group) => group.methods);
  const codeOf = (codeOrName: string | null | undefined) => {
    const named = methods.filter(({ name }) => name === codeOrName);
    return (methods.find(({ code }) => code === codeOrName) ?? (named.length === 1 ? named[0] : undefined))?.code;
  };
  const codes = options.map(({ connectorCode, description, amwareCode, amwareShipping }) => ({
    connectorCode,
    description,
    amwareCode: codeOf(amwareCode || amwareShipping),
  }));
  const lacksMethod = codes.length === 0 || codes.some(({ amwareCode }) => amwareCode === undefined);
  const lacksCode = codes.some(({ connectorCode }) => connectorCode === '');
  if (lacksMethod || lacksCode)
    throw invalid({ ...(lacksMethod && { [fields.method]: [methodMissing] }), ...(lacksCode && { [fields.code]: [codeMissing] }) });
  const twice = codes.find((code) =>
    codes.some((other) => other.connectorCode === code.connectorCode && other.amwareCode !== code.amwareCode),
  );
  if (twice) throw invalid({ [fields.code]: [`${twice.connectorCode} is named twice, with two methods.`] });
  return codes as Complete[];
}
