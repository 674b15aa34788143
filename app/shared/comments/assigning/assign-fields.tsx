import { NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { wordsOfRecord } from '../../../base/nouns.ts';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import type { BulkTarget, FieldsProps } from '../../../ui/list/declaration.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { mostPreviewed } from '../../runs/bulk/previewed.ts';
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
      <Stack gap="sm" mt="md">
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
        {isShown && <Preview preview={data} type={type} to={nameOf(data, to)} selected={countOf(target)} />}
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
type Props = { preview: Loaded; type: RecordType; to: string; selected: number };

/** How many are assigned anew, why others stay, and who looked after the first ones before. */
function Preview({ preview: { changes, left, examples }, type, to, selected }: Props) {
  const { one = 'record', many = 'records' } = wordsOfRecord(type) ?? {};
  return (
    <div role="status">
      <Text size="sm" c="var(--text)">
        {selected > mostPreviewed && `Of the first ${mostPreviewed.toLocaleString('en-US')}: `}
        {countedWords(changes, `${one} changes`, `${many} change`)}.
      </Text>
      {left.map(({ reason, records }) => (
        <Text key={reason} size="sm">
          {countedWords(records, `${one} stays`, `${many} stay`)} as {records === 1 ? 'it is' : 'they are'}: {reason}
        </Text>
      ))}
      {examples.length > 0 && (
        <ShortTable>
          <tbody>
            {examples.map(({ id, name, assignee }) => (
              <tr key={id}>
                <td className="mono">{name}</td>
                <td>
                  {assignee ?? nobody} → {to}
                </td>
              </tr>
            ))}
          </tbody>
        </ShortTable>
      )}
    </div>
  );
}
