import { sql } from 'kysely';
import type { Connector, Settings } from '../../../../connectors/contract.ts';
import { writeAudit } from '../../../../platform/audit.ts';
import { invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { isSame } from '../../../base/changes/record.ts';
import { changedMeanwhile, somebodyElse } from '../../../base/changes/unchanged.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { type Choices, settingOf } from '../connecting/chosen-names.ts';
import { lockStreams } from '../streams/lock.ts';
import { wakeConnection } from '../streams/wake.ts';
import { askConnection } from '../trying/ask.ts';
import { optionsMissing, type SyncChoice, type SyncOption } from './contract.ts';

/** Whether a connection has sync options to choose. */
export const hasSyncOptions = (connector: Connector) =>
  settingOf(connector, 'subsidiaries') !== undefined && settingOf(connector, 'accounts') !== undefined;

const cannot = (label: string) => `${label} has no subsidiaries to choose from.`;

/** @throws Refusal 404, 409 */
export async function listSubsidiaries(engine: Engine, actor: Actor, slug: string): Promise<SyncOption[]> {
  const reply = await askConnection(engine, actor, slug, {
    ...{ question: 'choices', about: 'subsidiaries' },
    cannot,
  });
  return reply.value;
}

/** @throws Refusal 404, 409 */
export async function listAccounts(engine: Engine, actor: Actor, slug: string, subsidiary: string): Promise<SyncOption[]> {
  const reply = await askConnection(engine, actor, slug, {
    ...{ question: 'choices', about: 'accounts' },
    settings: (connector) => ({ [settingOf(connector, 'subsidiaries') ?? '']: subsidiary }),
    cannot,
  });
  return reply.value;
}

/**
 * Chooses the subsidiary that is read and the account that stock is booked to. What is read is read again from the beginning, so
 * that the other subsidiary's are there. @throws Invalid; Refusal 404, 409, also where it is not what it `was`
 */
export async function saveSyncOptions(
  engine: Engine,
  actor: Actor,
  slug: string,
  { was, ...chosen }: SyncChoice & { was?: SyncChoice | undefined },
): Promise<void> {
  const missing = Object.entries(chosen).flatMap(([field, id]) => (id === '' ? [[field, [optionsMissing]]] : []));
  if (missing.length > 0) throw invalid(Object.fromEntries(missing));
  const subsidiary = (await listSubsidiaries(engine, actor, slug)).find(({ id }) => id === chosen.subsidiary);
  if (!subsidiary) throw invalid({ subsidiary: ['There is no such subsidiary.'] });
  const { id, name, connector, value } = await askConnection(engine, actor, slug, {
    ...{ question: 'choices', about: 'accounts' },
    settings: (each) => ({ [settingOf(each, 'subsidiaries') ?? '']: subsidiary.id }),
    cannot,
  });
  const account = value.find((each) => each.id === chosen.account);
  if (!account) throw invalid({ account: [`${subsidiary.name} has no such account.`] });
  const to: Settings = {
    [settingOf(connector, 'subsidiaries') ?? '']: subsidiary.id,
    [settingOf(connector, 'accounts') ?? '']: account.id,
    ...{ subsidiary_name: subsidiary.name, account_name: account.name },
  };
  await inTenant(engine.database, actor, async (tenant) => {
    const before = await lockSettings(tenant, id);
    requireAsSeen(was, chosen, syncOptionsOf(connector, before));
    if (before[settingOf(connector, 'subsidiaries') ?? ''] !== subsidiary.id)
      await sql`update streams set cursor = null where ${inAccount(tenant)} and connection_id = ${id} and stream <> 'orders'`.execute(
        tenant.db,
      );
    await sql`update connections set settings = settings || ${JSON.stringify(to)}::jsonb where ${inAccount(tenant)}
      and id = ${id}`.execute(tenant.db);
    const from = Object.fromEntries(Object.keys(to).map((key) => [key, before[key] ?? null]));
    await writeAudit(tenant, { verb: 'changed', noun: 'sync options', record: { id, name }, from, to });
    await wakeConnection(tenant, id);
  });
}

async function lockSettings(tenant: Tenant, id: number): Promise<Settings> {
  await lockStreams(tenant, id);
  const { rows } = await sql<{ settings: Settings }>`
    select settings from connections where ${inAccount(tenant)} and id = ${id} for no key update`.execute(tenant.db);
  return rows[0]?.settings ?? {};
}

/** Refuses to choose over what somebody else chose, and says what that is. @throws Refusal 409 */
function requireAsSeen(was: SyncChoice | undefined, to: SyncChoice, { subsidiary, netsuiteAccount }: SyncOptions): void {
  const now = { subsidiary: subsidiary?.id ?? '', account: netsuiteAccount?.id ?? '' };
  if (was === undefined || isSame(was, now) || isSame(to, now)) return;
  const names = [subsidiary, netsuiteAccount].flatMap((each) => each?.name ?? []);
  throw changedMeanwhile(`${somebodyElse.who} changed this. Chosen now: ${names.join(', ') || 'nothing'}.`);
}

/** What was chosen, by the specification's names. */
export type SyncOptions = { subsidiary: SyncOption | null; netsuiteAccount: SyncOption | null };

export function syncOptionsOf(connector: Connector, settings: Settings): SyncOptions {
  const chosen = (list: Choices, name: string | undefined) => {
    const id = settings[settingOf(connector, list) ?? ''];
    return id ? { id, name: name ?? id } : null;
  };
  return {
    subsidiary: chosen('subsidiaries', settings.subsidiary_name),
    netsuiteAccount: chosen('accounts', settings.account_name),
  };
}
