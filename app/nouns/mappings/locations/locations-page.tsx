import { Stack } from '@mantine/core';
import { useState } from 'react';
import { page } from '../../../../platform/http/page.ts';
import { listBuildings } from '../../../base/buildings.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { channelNamed } from '../../../shared/connections/queries.ts';
import { ConnectionPageHeader } from '../../../shared/connections/widgets/connection-page-header.tsx';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { AtWarehouse } from '../saves/at-warehouse/at-warehouse.tsx';
import type { Route } from './+types/locations-page.ts';
import { type LocationRow, noProviderLocations } from './contract.ts';
import { listLocations } from './queries.ts';
import { DeleteLocation } from './widgets/delete-location.tsx';
import { LocationsTable } from './widgets/locations-table.tsx';
import { useLocations } from './widgets/use-locations.ts';

export const loader = page('work', async ({ session, tenant, params }) => {
  const { id, name } = await channelNamed(tenant, params.name ?? '');
  const [stored, places] = await Promise.all([listLocations(tenant, id), listBuildings(tenant)]);
  return { slug: params.name ?? '', name, stored, places, mayMap: mayDo(session.role, 'map') };
});

/** Where the locations of a channel are at the warehouse. */
export default function LocationsPage({ loaderData: { slug, name, stored, places: loaded, mayMap } }: Route.ComponentProps) {
  const [deleted, setDeleted] = useState<LocationRow | null>(null);
  const { rows, places, isUnsaved, mapsAnew, edit, remove, get, remap, save, question } = useLocations(slug, stored, loaded);
  const { dialog } = useLeaveGuard({ isUnsaved, isLeaving: false, onStay: () => undefined, onLeave: () => undefined });
  useLiveReload(['issues', 'connections']);
  return (
    <>
      <ConnectionPageHeader
        slug={slug}
        name={name}
        title="Locations"
        actions={
          mayMap && (
            <>
              <SubmitButton variant="default" run={remap}>
                Remap products’ locations
              </SubmitButton>
              <SubmitButton variant="default" run={get}>
                Get Inventory Locations
              </SubmitButton>
            </>
          )
        }
      />
      <Stack gap="lg">
        {places.length === 0 && <Notice>{noProviderLocations}</Notice>}
        {rows.length === 0 ? (
          <EmptyState title="No locations yet">
            Get the locations that {name} keeps stock at, and say which building of the warehouse each of them is. Order lines that name a
            location leave from its building.
          </EmptyState>
        ) : (
          <LocationsTable rows={rows} places={places} onChoose={edit} onDelete={mayMap ? setDeleted : null} />
        )}
        {mayMap && <AtWarehouse changes={mapsAnew} />}
        {rows.length > 0 && (
          <FormButtons>
            <SubmitButton run={save} disabled={!mayMap} reason={!mayMap && 'Only admins change mappings.'}>
              Save Connector Locations
            </SubmitButton>
          </FormButtons>
        )}
      </Stack>
      {deleted && <DeleteLocation slug={slug} row={deleted} onRemove={remove} onClose={() => setDeleted(null)} />}
      {question}
      {dialog}
    </>
  );
}
