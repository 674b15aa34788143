import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { invalid } from '../../../platform/http/refusal.ts';
import { type Call, route } from '../../../platform/http/route.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Parts } from '../../parts.ts';
import { headerKey } from '../reading/headers.ts';
import { receiveTable } from '../receive.ts';
import { importTexts } from '../texts.ts';
import { aliasTexts, importAliasesCall, largestReport, mappingColumns } from './contract.ts';
import { storeAliases } from './store-aliases.ts';

export function aliasesApi(app: FastifyInstance, { files }: Parts): void {
  route(app, importAliasesCall, async ({ session, inTenant, request }: Call<typeof importAliasesCall>) => {
    const fields = new Map<string, string>();
    const known = { columns: new Set(mappingColumns.map(headerKey)), bareQuotes: true };
    const limit = { field: 'uploadedFile', largest: largestReport, tooLarge: aliasTexts.tooLarge, noFile: aliasTexts.noFile };
    const table = await receiveTable(request, files, session.accountId, known, limit, (name, value) => fields.set(name, value));
    if ('refused' in table) throw invalid({ uploadedFile: [table.refused === 211 ? importTexts.wrongType : importTexts.wrongFormat] });
    try {
      const by = mappingColumns.find((column) => column === fields.get('mappingColumn'));
      if (!by) throw invalid({ mappingColumn: [aliasTexts.noColumn] });
      if (!table.format.headers.some((header) => headerKey(header) === headerKey(by)))
        throw invalid({ uploadedFile: [`The file has no column ${by}.`] });
      const content = await files.store.read(table.key);
      if (!content) throw invalid({ uploadedFile: [importTexts.wrongFormat] });
      const connector = fields.get('connector');
      const { importId, linked, left, sentence } = await inTenant(async (tenant) =>
        storeAliases(tenant, await channelOf(tenant, connector), { table, content }, by),
      );
      return { message: sentence, alertType: left > 0 ? ('warning' as const) : ('success' as const), importId, linked };
    } catch (error) {
      await files.store.delete(table.key);
      throw error;
    }
  });
}

/** The channel of this slug; without one the only channel that there is. @throws Invalid */
async function channelOf({ accountId, db }: Tenant, slug: string | undefined): Promise<Columns<'connections', 'id' | 'name'>> {
  const { rows } = await sql<Columns<'connections', 'id' | 'name'>>`
    select id, name from connections where account_id = ${accountId} and disconnected_at is null and 'orders' = any(capabilities)
      and (${slug || null}::text is null or slug = ${slug || null}) limit 2`.execute(db);
  if (rows.length !== 1 || !rows[0]) throw invalid({ connector: [aliasTexts.whichChannel] });
  return rows[0];
}
