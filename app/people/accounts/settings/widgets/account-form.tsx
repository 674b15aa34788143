import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isRefused } from '../../../../../platform/call.ts';
import { dateStyles } from '../../../../../platform/date-style.ts';
import { pageSizes } from '../../../../../platform/list/query.ts';
import { FormButtons } from '../../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useLeaveGuard } from '../../../../ui/form/use-leave-guard.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { PlainForm, useSending } from '../../../../ui/plain-form.tsx';
import { useClock } from '../../../../ui/time/clock.tsx';
import { writeDateTime } from '../../../../ui/time/write-time.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { type AccountSettings, type ListedTimezone, saveAccountCall } from '../contract.ts';
import { TimezoneSelect } from './timezone-select.tsx';

type Props = { settings: AccountSettings; zones: readonly ListedTimezone[]; mayChange: boolean };

/** The account's settings; who may not change them sees what they are. */
export function AccountForm({ settings, zones, mayChange }: Props) {
  const clock = useClock();
  const save = useSave();
  // As it was when the page was opened, or saved here last; nothing, once a person was told of another's change.
  const [was, setWas] = useState<Partial<AccountSettings>>(settings);
  const form = useForm<AccountSettings>({ initialValues: settings });
  const { dialog } = useLeaveGuard({ isUnsaved: form.isDirty(), isLeaving: false, onStay: () => undefined, onLeave: () => undefined });
  const { busy, faults, send } = useSending(async () => {
    // Only what was changed here: a colleague may have changed the rest since.
    const typed = form.getValues();
    const body = Object.fromEntries(Object.entries(typed).filter(([field]) => form.isDirty(field)));
    const keep = () => {
      setWas(typed);
      // What was changed while it was saved is not saved yet.
      form.resetDirty(typed);
    };
    await save(saveAccountCall, { body: { ...body, was } }, keep).catch((error) => {
      if (isRefused(error, 'changed_meanwhile')) setWas({});
      throw error;
    });
  });
  const { page_size, expiry_days, buyers_kept_days } = form.values;
  return (
    <PlainForm send={() => send()} noValidate>
      <Stack maw={480}>
        <TextInput label="Name" autoComplete="off" disabled={!mayChange} {...form.getInputProps('name')} error={faults.name} />
        <TimezoneSelect
          zones={zones}
          value={form.values.timezone}
          onChange={(timezone) => form.setFieldValue('timezone', timezone)}
          error={faults.timezone}
          disabled={!mayChange}
        />
        <NativeSelect
          label="Date style"
          description="How every date and time is written here, for everyone in the account."
          data={dateStyles.map((dateStyle) => ({
            value: dateStyle,
            label: writeDateTime(new Date(clock.now), { timezone: form.values.timezone, dateStyle }),
          }))}
          disabled={!mayChange}
          {...form.getInputProps('date_style')}
          error={faults.date_style}
        />
        <NativeSelect
          label="Rows on a page"
          description="Of a list, until somebody chooses another number there."
          data={pageSizes.map((size) => ({ value: String(size), label: `${size} rows` }))}
          value={String(page_size)}
          onChange={({ currentTarget }) => form.setFieldValue('page_size', Number(currentTarget.value) as typeof page_size)}
          disabled={!mayChange}
        />
        <Switch
          label="Combine orders to one address"
          description="Orders to the same person and address that are released together travel in one parcel. Each keeps its number and tracking."
          disabled={!mayChange}
          {...form.getInputProps('combine_orders', { type: 'checkbox' })}
        />
        <ExpiryInput
          days={expiry_days}
          onChange={(days) => form.setFieldValue('expiry_days', days)}
          disabled={!mayChange}
          error={faults.expiry_days}
        />
        <ErasureSelect
          days={buyers_kept_days}
          onChange={(days) => form.setFieldValue('buyers_kept_days', days)}
          disabled={!mayChange}
          error={faults.buyers_kept_days}
        />
        <FormButtons>
          <SubmitButton busy={busy} reason={!mayChange && 'Only admins change the account.'}>
            Save
          </SubmitButton>
        </FormButtons>
      </Stack>
      {dialog}
    </PlainForm>
  );
}

type DaysProps<Days> = { days: Days; onChange: (days: Days) => void; disabled: boolean; error: React.ReactNode };

function ExpiryInput({ days, onChange, disabled, error }: DaysProps<number>) {
  return (
    <TextInput
      type="number"
      label="Days before expiry"
      description="From this many days before a lot expires, channels are no longer offered it. A product can have its own number."
      {...{ min: 0, max: 3_650, step: 1, inputMode: 'numeric' }}
      value={Number.isNaN(days) ? '' : days}
      onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      disabled={disabled}
      error={error}
    />
  );
}

function ErasureSelect({ days: chosen, onChange, disabled, error }: DaysProps<number | null>) {
  const choices = keptDays(chosen).map((days) => ({
    value: String(days),
    label: `${countedWords(days, 'day')} after the order has ended`,
  }));
  return (
    <NativeSelect
      label="Erase buyers’ data"
      description="Of channels that demand it, such as marketplaces: from the order, and from every copy. Other channels’ buyers are kept."
      data={[{ value: '', label: 'As late as the channel allows' }, ...choices]}
      value={String(chosen ?? '')}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value) || null)}
      disabled={disabled}
      error={error}
    />
  );
}

/** Those to choose from, with the one that is chosen. */
const keptDays = (chosen: number | null) => [...new Set([1, 3, 7, 14, 21, ...(chosen === null ? [] : [chosen])])].sort((a, b) => a - b);
