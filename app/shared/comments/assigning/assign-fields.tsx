import { NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { wordsOfRecord } from '../../../base/nouns.ts';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import type { BulkTarget, FieldsProps } from '../../../ui/list/declaration.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { BulkPreview } from '../../runs/bulk/preview.tsx';
import { followRun } from '../../runs/working/report-outcome.ts';
import type { RecordType } from '../record.ts';
import { assignManyCall, previewAssignCall } from './contract.ts';

/** Who is to look after the selected records, and what that would do. */
export const assignFields = (type: RecordType) =>
  function AssignFields({ onChange, target }: FieldsProps) {
    const [to, setTo] = useState('');
    const { data, error, isPlaceholderData } = useQuery({
      queryKey: ['assigning', type, target, to],
      staleTime: 0,
      placeholderData: keepPreviousData,
      queryFn: ({ signal }) => call(previewAssignCall, { params: { type }, body: { ...chosen(target), ...assigneeOf(to) } }, signal),
    });
    // Nothing is confirmed before it is shown what it would do.
    const isShown = to !== '' && data !== undefined && !isPlaceholderData && !error;
    const reportShown = useEffectEvent((isReady: boolean) => onChange({ assignee: to }, isReady));
    // Also for the same preview again, which is there at once: to choose anybody says that it is not.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
    useEffect(() => reportShown(isShown), [isShown, to]);
    const choose = (value: string) => {
      setTo(value);
      onChange({ assignee: value }, false);
    };
    return (
      <Stack gap="sm">
        The colleague is notified. You can undo it from Activity, for each that nobody has assigned again.
        <NativeSelect
          label="Assign to"
          value={to}
          disabled={data === undefined}
          data={[
            { value: '', label: 'Choose a colleague' },
            ...(data?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            { value: nobody, label: 'Nobody in particular' },
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        {error && <Text role="alert">{errorMessage(error)}</Text>}
        {isShown && (
          <BulkPreview
            preview={data}
            words={wordsOfRecord(type) ?? { one: 'record', many: 'records' }}
            selected={countOf(target)}
            examples={data.examples.map(({ assignee, ...record }) => ({
              ...record,
              change: `${assignee ?? nobody} → ${nameOf(data, to)}`,
            }))}
          />
        )}
      </Stack>
    );
  };

type Start = { type: RecordType; target: BulkTarget /** As the dialog has it. */; to: string; reload: () => void };

/** Starts what was chosen, and follows it until it has ended. */
export async function startAssigning({ type, target, to, reload }: Start): Promise<void> {
  const body = { ...chosen(target), assignee: to === nobody ? null : Number(to) };
  followRun({ reply: await call(assignManyCall, { params: { type }, body }), label: 'Assign', reload });
}

/** What the dialog has where nobody in particular is to look after records. */
const nobody = 'nobody';

/** What is selected, as the calls name it. */
const chosen = (target: BulkTarget) => ('ids' in target ? { ids: target.ids.map(Number) } : { runId: target.runId });

const assigneeOf = (to: string) => (to === '' ? {} : { assignee: to === nobody ? null : Number(to) });
const countOf = (target: BulkTarget) => ('ids' in target ? target.ids.length : target.total);
const nameOf = ({ people }: Loaded, to: string) => people.find(({ id }) => String(id) === to)?.name ?? nobody;

type Loaded = Reply<typeof previewAssignCall>;
