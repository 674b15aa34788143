import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Connector, ConnectorSession, Field, Settings } from '../../../../connectors/contract.ts';
import { connectorNamed } from '../../../../connectors/index.ts';
import { quietSession, secretSettings } from '../../../../connectors/settings.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { ruledFields, sourceColumns } from '../../order-flow/values/ruled-fields.ts';
import { listMappableFields } from '../mappable-fields/queries.ts';
import type { RuleField } from './contract.ts';

/** What field mappings may read from the orders of a connection: the order's own fields, and paths into its payload. */
export async function sourceFieldsOf(tenant: Tenant, connectionId: number): Promise<RuleField[]> {
  const { rows } = await sql<Row>`
    select connector, settings from connections where ${inAccount(tenant)} and id = ${connectionId}`.execute(tenant.db);
  const own = Object.entries(sourceColumns).map(([name, description]) => ({ name, description }));
  const declared = declaredBy(rows[0], (connector, session) => connector.orders?.(session).sourceFields);
  const added = (await listMappableFields(tenant)).filter(({ connector_id }) => connector_id === rows[0]?.connector);
  const byName = new Map([...added, ...declared, ...own].map(({ name, description }) => [name, { name, description }]));
  return [...byName.values()].toSorted((a, b) => a.description.localeCompare(b.description));
}

/** What a rule may set: the order's own fields as the warehouse gets them, and those of the account's warehouse. */
export async function destinationFieldsOf(tenant: Tenant): Promise<RuleField[]> {
  const { rows } = await sql<Row>`
    select connector, settings from connections
    where ${inAccount(tenant)} and 'warehouse' = any(capabilities) and disconnected_at is null order by id limit 1`.execute(tenant.db);
  return [...ruledFields, ...declaredBy(rows[0], (connector, session) => connector.warehouse?.(session).fields)];
}

type Row = Columns<'connections', 'connector'> & { settings: Settings };

/** The fields that a connector names itself, with whatever credentials: none is used, because nothing is called. */
function declaredBy(row: Row | undefined, fields: (connector: Connector, session: ConnectorSession) => Field[] | undefined): RuleField[] {
  if (!row) return [];
  const connector = connectorNamed(row.connector);
  const settings = { ...row.settings, ...Object.fromEntries(secretSettings(connector).map((name) => [name, anySecret()])) };
  try {
    const declared = fields(connector, quietSession(connector, settings)) ?? [];
    return declared.map(({ path, name, description }) => ({ name: path, description: `${name}: ${description}` }));
  } catch (error) {
    // What is stored no longer fits the connector: the connection's page asks to connect it again.
    if (error instanceof z.ZodError) return [];
    throw error;
  }
}

let secret: string | undefined;

/** Fits wherever a secret is asked for, a private key too. */
function anySecret(): string {
  secret ??= generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
  return secret;
}
