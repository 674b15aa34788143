import { Stack } from '@mantine/core';
import { useState } from 'react';
import { isRefused } from '../../../../platform/call.ts';
import { found, page } from '../../../../platform/http/page.ts';
import { windowsOf } from '../../../base/scheduled-entities.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { useClock } from '../../../ui/time/clock.tsx';
import { zoneAbbreviation } from '../../../ui/time/write-time.ts';
import { fieldMessages } from '../../../ui/words/error-message.ts';
import { listConnections } from '../queries.ts';
import { ConnectionPageHeader } from '../widgets/connection-page-header.tsx';
import type { Route } from './+types/schedule-page.ts';
import { saveScheduleCall, type WindowSettings } from './contract.ts';
import { readWindowStates, readWindows } from './queries.ts';
import { WindowFields } from './widgets/window-fields.tsx';

export const loader = page('work', async ({ session, tenant, params }) => {
  const { id, slug, name, capabilities } = found((await listConnections(tenant)).find((each) => each.slug === params.name));
  const [settings, states] = await Promise.all([readWindows(tenant, id), readWindowStates(tenant, id)]);
  return { slug, name, entities: windowsOf({ capabilities }), settings, states, mayChange: mayDo(session.role, 'map') };
});

/** What was changed while other changes were saved is not saved yet. */
const notIn = (now: WindowSettings, saved: WindowSettings) =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => saved[key as keyof WindowSettings] !== value)) as WindowSettings;

const only = (settings: WindowSettings, of: WindowSettings) =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => key in of)) as WindowSettings;

/** When a connection is called for what. */
export default function SchedulePage({ loaderData: { slug, name, entities, settings, states, mayChange } }: Route.ComponentProps) {
  const { now, timezone } = useClock();
  const send = useSave({ rereadsRefused: true });
  const [changes, setChanges] = useState<WindowSettings>({});
  // What each was when it began to be changed, or as it was saved: the page may have read it anew since, or not yet.
  const [from, setFrom] = useState<WindowSettings>({});
  const [reading, setReading] = useState(settings);
  if (reading !== settings) {
    setReading(settings);
    setFrom(only(from, changes));
  }
  const [wrong, setWrong] = useState<Record<string, string[]>>({});
  const isUnsaved = Object.entries(changes).some(([key, value]) => settings[key as keyof WindowSettings] !== value);
  const { dialog } = useLeaveGuard({ isUnsaved, isLeaving: false, onStay: () => undefined, onLeave: () => undefined });
  const forget = () => {
    setChanges((now) => notIn(now, changes));
    setFrom((began) => ({ ...began, ...changes }));
    setWrong({});
  };
  const change = (to: WindowSettings) => {
    setFrom((began) => ({ ...only(settings, to), ...began }));
    setChanges((now) => ({ ...now, ...to }));
  };
  const save = () => {
    const body = { ...changes, was: { ...settings, ...from } };
    return send(saveScheduleCall, { params: { name: slug }, body }, forget).catch((error: unknown) => {
      // Who was told of another's change has read it when they save again.
      if (isRefused(error, 'changed_meanwhile')) setFrom({});
      setWrong(fieldMessages(error));
      throw error;
    });
  };
  return (
    <>
      <ConnectionPageHeader slug={slug} name={name} title="Schedule" />
      <Stack gap="lg" maw={560}>
        <p className="soft">
          {name} is called only while a window is open, by the clock of {timezone} ({zoneAbbreviation(timezone, now)}). A window may pass
          midnight. What arrives outside it is kept, and what is to be sent waits for it.
        </p>
        {entities.map((entity) => (
          <WindowFields
            key={entity}
            entity={entity}
            settings={{ ...settings, ...changes } as Required<WindowSettings>}
            state={states.find((each) => each.entity === entity)}
            wrong={wrong}
            disabled={!mayChange}
            onChange={change}
          />
        ))}
        <FormButtons>
          <SubmitButton run={save} reason={!mayChange && 'Only admins change the schedule.'}>
            Save schedule
          </SubmitButton>
        </FormButtons>
      </Stack>
      {dialog}
    </>
  );
}
