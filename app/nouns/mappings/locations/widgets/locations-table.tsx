import { NativeSelect } from '@mantine/core';
import { RowButton } from '../../../../ui/buttons/row-button.tsx';
import { EndCell, MappingTable } from '../../../../ui/mapping-table/mapping-table.tsx';
import type { LocationRow, ProviderLocation } from '../contract.ts';

type Row = LocationRow & { values: { place: string } };

type Props = {
  rows: readonly Row[];
  places: readonly ProviderLocation[];
  onChoose: (row: LocationRow, change: Row['values']) => void;
  /** Null for who may only look. */
  onDelete: ((row: LocationRow) => void) | null;
};

/** A channel's locations, each with the warehouse's for it. */
export function LocationsTable({ rows, places, onChoose, onDelete }: Props) {
  const nameOf = (code: string) => places.find((place) => place.code === code)?.name ?? code;
  return (
    <MappingTable label="Locations" head={['Connector location ID', 'Name', 'Warehouse location']} actions={onDelete !== null}>
      {rows.map((row) => (
        <tr key={row.internal_id}>
          <th scope="row" className="mono">
            {row.internal_id}
          </th>
          <td>{row.connector_location}</td>
          <td>
            {onDelete ? (
              <NativeSelect
                aria-label={`Warehouse location of ${row.connector_location}`}
                value={row.values.place}
                onChange={({ currentTarget }) => onChoose(row, { place: currentTarget.value })}
                data={[
                  { value: '', label: '-- Select Warehouse --' },
                  ...(row.values.place === '' || places.some(({ code }) => code === row.values.place)
                    ? []
                    : [{ value: row.values.place, label: row.values.place }]),
                  ...places.map(({ code, name }) => ({ value: code, label: name })),
                ]}
              />
            ) : row.amware_location ? (
              nameOf(row.amware_location)
            ) : (
              <span className="lacking">not mapped</span>
            )}
          </td>
          {onDelete && (
            <EndCell>
              <RowButton aria-label={`Delete ${row.connector_location}`} onClick={() => onDelete(row)}>
                Delete
              </RowButton>
            </EndCell>
          )}
        </tr>
      ))}
    </MappingTable>
  );
}
