import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../platform/call.ts';
import { useShowSaved } from '../../mapping-saves/use-saved.ts';
import { countedWords } from '../../ui/counted-words.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { RowButton } from '../../ui/row-button.tsx';
import { Section } from '../../ui/section.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { Ago } from '../../ui/time/relative-time.tsx';
import { countStopsCall, type MappedCode, unmapCodeCall } from './contract.ts';

type Props = { slug: string; codes: readonly MappedCode[]; mayMap: boolean };

/** What a connection's shipping codes and locations mean here, and the way to take that back. */
export function MappedCodes({ slug, codes, mayMap }: Props) {
  const [unmapped, setUnmapped] = useState<MappedCode | null>(null);
  if (codes.length === 0) return null;
  return (
    <Section title="Mapped codes" count={codes.length}>
      <ShortTable>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Means</th>
            {mayMap && <td />}
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => (
            <Row key={`${code.kind} ${code.code}`} code={code} onUnmap={mayMap ? setUnmapped : null} />
          ))}
        </tbody>
      </ShortTable>
      {unmapped && <UnmapDialog slug={slug} code={unmapped} onClose={() => setUnmapped(null)} />}
    </Section>
  );
}

function Row({ code, onUnmap }: { code: MappedCode; onUnmap: ((code: MappedCode) => void) | null }) {
  return (
    <tr>
      <td>
        <span className="mono">{code.code}</span>
        <Text size="xs" c="dimmed">
          {[code.kind === 'location' ? 'Location' : 'Shipping code', code.name].filter(Boolean).join(': ')}
        </Text>
      </td>
      <td>
        {code.means}
        {code.by && code.at && (
          <Text size="xs" c="dimmed">
            {code.by}, <Ago at={code.at} />
          </Text>
        )}
      </td>
      {onUnmap && (
        <td data-figure>
          <RowButton aria-label={`Unmap ${code.code}`} onClick={() => onUnmap(code)}>
            Unmap
          </RowButton>
        </td>
      )}
    </tr>
  );
}

function UnmapDialog({ slug, code: { kind, code, means }, onClose }: { slug: string; code: MappedCode; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const { data, error } = useQuery({
    queryKey: ['stops', slug, kind, code],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => call(countStopsCall, { params: { name: slug }, query: { kind, code } }, signal),
  });
  const unmap = async () => {
    showSaved(await call(unmapCodeCall, { params: { name: slug }, body: { kind, code } }));
    await revalidate();
  };
  return (
    <ConfirmDialog
      title={`Unmap ${code}?`}
      text={
        <>
          It means {means} now. {error ? errorMessage(error) : data ? consequence(data.stops) : 'Counting its orders…'}
        </>
      }
      verb={data && data.stops > 0 ? `Unmap, stop ${countedWords(data.stops, 'order')}` : 'Unmap'}
      danger
      disabled={!data}
      run={unmap}
      onClose={onClose}
    />
  );
}

const consequence = (stops: number) =>
  stops === 0
    ? 'No order that has not left goes by it.'
    : `${countedWords(stops, 'order that has not left goes', 'orders that have not left go')} by it, and will wait for a new mapping. What has left for the warehouse stays as it is.`;
