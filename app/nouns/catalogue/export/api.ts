import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../../platform/http/refusal.ts';
import { type Call, route } from '../../../../platform/http/route.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Services } from '../../../people/accounts/services.ts';
import type { ExportRecord } from '../../../shared/exports/contract.ts';
import type { StartedExport } from '../../../shared/exports/start-export.ts';
import { fileWaiter } from '../../../shared/exports/wait-for-file.ts';
import type { WaitingCall } from '../../../shared/runs/working/wait.ts';
import { listLocations } from '../items/locations.ts';
import type { Kind } from '../kinds.ts';
import { narrowedBy, narrowedToList, narrowedToSource, startItemsExport } from './commands.ts';
import {
  entityLocationsCall,
  exportAllItemsCall,
  exportItemsCall,
  exportProductsCall,
  itemCountCall,
  startProductsExportCall,
} from './contract.ts';
import { countItems } from './item-file.ts';
import { itemsToChoose } from './queries.ts';
import { itemsExportTexts } from './texts.ts';

export function itemsExportsApi(app: FastifyInstance, parts: Services): void {
  const wait = fileWaiter(app, parts);
  const finished = (call: WaitingCall, kind: Kind, start: (tenant: Tenant) => Promise<StartedExport>) =>
    wait(call, { kind, failed: kind === 'products' ? itemsExportTexts.productsFailed : itemsExportTexts.notCreated }, start);

  route(app, itemCountCall, ({ reading, query }) =>
    reading(async (tenant): Promise<[{ count: number }, { id: number; sku: string; name: string }[]]> => {
      const kind = kindOf(query.entity_id);
      return [{ count: await countItems(tenant, kind, null) }, await itemsToChoose(tenant, kind, query.q)];
    }),
  );
  route(app, entityLocationsCall, ({ reading, params }) => reading((tenant) => listLocations(tenant, kindOf(params.entityId))));
  route(app, exportAllItemsCall, async (call) => {
    const kind = kindOf(call.query.entity_id);
    return linkOf(await finished(call, kind, (tenant) => startItemsExport(tenant, kind, null)));
  });
  route(app, exportItemsCall, async (call) => {
    const { body } = call;
    const kind = kindOf(call.params.entityId);
    return linkOf(await finished(call, kind, async (tenant) => startItemsExport(tenant, kind, await narrowed(tenant, kind, body))));
  });
  const exportProducts = (call: WaitingCall, source: string | undefined) =>
    finished(call, 'products', async (tenant) => startItemsExport(tenant, 'products', await narrowedToSource(tenant, source)));
  route(app, exportProductsCall, (call) => exportProducts(call, call.query.source));
  route(app, startProductsExportCall, (call) => exportProducts(call, call.body.source));
}

async function narrowed(tenant: Tenant, kind: Kind, body: Call<typeof exportItemsCall>['body']) {
  const { filterBy, filterArray, listed } = body;
  if (filterBy && filterArray) return narrowedBy(tenant, kind, filterBy, filterArray);
  return listed ? narrowedToList(tenant, listed) : null;
}

const linkOf = ({ downloadLink }: ExportRecord): string => downloadLink ?? '';

function kindOf(entityId: number): Kind {
  const kind = ({ 1: 'raw_materials', 2: 'products' } as const)[entityId];
  if (!kind) throw refuse(404, 'not_found', 'There is no such kind of item.');
  return kind;
}
