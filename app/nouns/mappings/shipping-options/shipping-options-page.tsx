import { Button, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { href, Link } from 'react-router';
import { page } from '../../../../platform/http/page.ts';
import { CarrierCheckAll } from '../../../base/shipping-methods/carrier-check-all.tsx';
import type { MethodGroup } from '../../../base/shipping-methods/contract.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { channelNamed } from '../../../shared/connections/queries.ts';
import { ConnectionPageHeader } from '../../../shared/connections/widgets/connection-page-header.tsx';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { formOf } from '../../../ui/form/form-of.ts';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { AtWarehouse } from '../saves/at-warehouse/at-warehouse.tsx';
import type { Route } from './+types/shipping-options-page.ts';
import { createShippingOptionCall, type ShippingOption } from './contract.ts';
import { listShippingOptions } from './queries.ts';
import { AddCode } from './widgets/add-code.tsx';
import { DeleteOption } from './widgets/delete-option.tsx';
import { EqualOptions } from './widgets/equal-options.tsx';
import { GetOptions } from './widgets/get-options.tsx';
import { OptionsTable } from './widgets/options-table.tsx';
import { useOptions } from './widgets/use-options.ts';

export const loader = page('work', async ({ session, tenant, params }) => {
  const { id, name } = await channelNamed(tenant, params.name ?? '');
  const form = formOf(createShippingOptionCall);
  return { slug: params.name ?? '', name, form, mayMap: mayDo(session.role, 'map'), ...(await listShippingOptions(tenant, id)) };
});

/** What the shipping codes of a channel are at the warehouse. */
export default function ShippingOptionsPage({ loaderData: { slug, name, form, mayMap, codesMapping, amwareCodes } }: Route.ComponentProps) {
  const [deleted, setDeleted] = useState<ShippingOption | null>(null);
  const { offered, hidden, setHidden } = useOffered(slug, amwareCodes, codesMapping);
  const options = useOptions(slug, codesMapping);
  const { dialog } = useLeaveGuard({ isUnsaved: options.isUnsaved, isLeaving: false, onStay: () => undefined, onLeave: () => undefined });
  useLiveReload(['issues', 'connections']);
  return (
    <>
      <ConnectionPageHeader slug={slug} name={name} title="Shipping options" actions={mayMap && <GetOptions slug={slug} />} />
      <Stack gap="lg">
        {mayMap && <EqualOptions slug={slug} options={codesMapping} onAccept={options.accept} />}
        {mayMap && <AddCode slug={slug} form={form} groups={offered} />}
        <Section title="Codes" count={codesMapping.length}>
          {codesMapping.length === 0 ? (
            <EmptyState title="No shipping options yet">
              Get them from {name}, or wait for the first order: its code appears here.
            </EmptyState>
          ) : (
            <OptionsTable slug={slug} options={options} groups={offered} onDelete={mayMap ? setDeleted : null} />
          )}
          <p className="soft" style={{ marginTop: 8 }}>
            The table updates when new shipping options appear in imported orders.
          </p>
        </Section>
        {mayMap && <AtWarehouse changes={options.mapsAnew} />}
        <FormButtons>
          {mayMap && <span className="soft">Saves every method that was changed in the table.</span>}
          <Button variant="default" component={Link} to={href('/settings/connectors')}>
            Cancel
          </Button>
          <SubmitButton run={options.save} disabled={!mayMap} reason={!mayMap && 'Only admins change mappings.'}>
            {options.isFirst ? 'Save Shipping Options' : 'Update Shipping Options'}
          </SubmitButton>
        </FormButtons>
        {mayMap && amwareCodes.length > 0 && (
          <details>
            <summary>Shipping methods offered in this table</summary>
            <CarrierCheckAll
              groups={amwareCodes}
              checked={codesBut(amwareCodes, hidden)}
              onChange={(checked) => setHidden(codesNotIn(amwareCodes, checked))}
            />
          </details>
        )}
      </Stack>
      {deleted && <DeleteOption slug={slug} option={deleted} onClose={() => setDeleted(null)} />}
      {options.question}
      {dialog}
    </>
  );
}

/** The methods that this browser offers here: a warehouse has hundreds, of which a channel uses a few. */
function useOffered(slug: string, groups: readonly MethodGroup[], options: readonly ShippingOption[]) {
  const [hidden, setHidden] = useLocalStorage<string[]>({ key: `crossdock-methods-not-offered-${slug}`, defaultValue: [] });
  const used = new Set(options.map(({ amwareCode }) => amwareCode));
  const isOffered = (code: string) => !hidden.includes(code) || used.has(code);
  const offered = groups
    .map(({ carrier, methods }) => ({ carrier, methods: methods.filter(({ code }) => isOffered(code)) }))
    .filter(({ methods }) => methods.length > 0);
  return { offered, hidden, setHidden };
}

const codesIn = (groups: readonly MethodGroup[]) => groups.flatMap(({ methods }) => methods.map(({ code }) => code));
const codesBut = (groups: readonly MethodGroup[], hidden: readonly string[]) => new Set(codesIn(groups)).difference(new Set(hidden));
const codesNotIn = (groups: readonly MethodGroup[], checked: Set<string>) => codesIn(groups).filter((code) => !checked.has(code));
