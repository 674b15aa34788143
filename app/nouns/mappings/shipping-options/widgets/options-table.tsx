import { TextInput } from '@mantine/core';
import { href, Link } from 'react-router';
import type { MethodGroup } from '../../../../base/shipping-methods/contract.ts';
import { MethodSelect } from '../../../../base/shipping-methods/method-select.tsx';
import { methodWords } from '../../../../base/shipping-methods/method-words.ts';
import { RowButton } from '../../../../ui/buttons/row-button.tsx';
import { compareNames } from '../../../../ui/differences/differences.ts';
import { Marked } from '../../../../ui/differences/marked.tsx';
import { Below, EndCell, MappingTable } from '../../../../ui/mapping-table/mapping-table.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { ShippingOption } from '../contract.ts';
import classes from './options-table.module.css';
import type { useOptions } from './use-options.ts';

type Options = ReturnType<typeof useOptions>;
type Row = Options['rows'][number];

type Props = {
  slug: string;
  options: Options;
  groups: readonly MethodGroup[];
  /** Null for who may only look. */
  onDelete: ((option: ShippingOption) => void) | null;
};

/** Every shipping code of a connection, with the warehouse's method for it. */
export function OptionsTable({ slug, options: { rows, edit }, groups, onDelete }: Props) {
  return (
    <MappingTable label="Shipping options" head={['Shipping code', 'Description', 'Shipping method']} actions={onDelete !== null}>
      {rows.map((row) => (
        <tr key={row.connectorCode}>
          <th scope="row">
            <span className={`mono ${classes.code}`}>{row.connectorCode}</span>
            {row.waiting > 0 && (
              <Below>
                <Link to={`${href('/orders')}?${new URLSearchParams({ issue: 'unmapped_shipping', source: slug })}`}>
                  {countedWords(row.waiting, 'order waits', 'orders wait')}
                </Link>
              </Below>
            )}
          </th>
          <td>
            {onDelete ? (
              <TextInput
                aria-label={`Description of ${row.connectorCode}`}
                autoComplete="off"
                value={row.values.description}
                onChange={({ currentTarget }) => edit(row, { description: currentTarget.value })}
              />
            ) : (
              row.description
            )}
          </td>
          <td>
            {onDelete ? (
              <Method row={row} groups={groups} edit={edit} />
            ) : (
              (row.amwareShipping ?? <span className="lacking">not mapped</span>)
            )}
          </td>
          {onDelete && (
            <EndCell>
              <RowButton aria-label={`Delete ${row.connectorCode}`} onClick={() => onDelete(row)}>
                Delete
              </RowButton>
            </EndCell>
          )}
        </tr>
      ))}
    </MappingTable>
  );
}

function Method({ row, groups, edit }: { row: Row; groups: readonly MethodGroup[]; edit: Options['edit'] }) {
  const choose = (amwareCode: string) => edit(row, { amwareCode });
  // Only where what is stored is nothing that orders can go by.
  const isUnchanged = row.values.amwareCode === (row.amwareCode ?? '');
  return (
    <>
      <MethodSelect
        aria-label={`Shipping method of ${row.connectorCode}`}
        groups={groups}
        value={row.values.amwareCode}
        onChange={choose}
      />
      {isUnchanged && row.equal && (
        <Below>
          Same name: {methodWords(row.equal)}
          <RowButton aria-label={`Use ${row.equal.name} for ${row.connectorCode}`} onClick={() => choose(row.equal?.code ?? '')}>
            Use
          </RowButton>
        </Below>
      )}
      {isUnchanged &&
        row.alike.map(({ code, name }) => (
          <Below key={code}>
            <Alike name={name} sold={row.description ?? row.connectorCode.replaceAll('_', ' ')} />
            <RowButton aria-label={`Use ${name} for ${row.connectorCode}`} onClick={() => choose(code)}>
              Use
            </RowButton>
          </Below>
        ))}
    </>
  );
}

/** A method that looks alike: the words that the channel's name lacks are marked, and those that the method lacks struck. */
function Alike({ name, sold }: { name: string; sold: string }) {
  const { parts, lacking } = compareNames(name, sold);
  return (
    <span>
      Looks like <Marked parts={parts} />
      {lacking.length > 0 && (
        <>
          {' '}
          not <del>{lacking.join(' ')}</del>
        </>
      )}
    </span>
  );
}
