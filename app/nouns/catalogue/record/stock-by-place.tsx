import { Section } from '../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import type { StockPlace } from './read.ts';
import classes from './record.module.css';

/** An item's stock by location and lot, with what is available there. */
export function StockByPlace({ stock, onHand }: { stock: readonly StockPlace[]; onHand: number }) {
  return (
    <Section title="Stock">
      {stock.length === 0 ? (
        <p className="soft">
          {onHand > 0 ? 'The warehouse does not say where it lies.' : 'The warehouse names no place where it lies: there is none in stock.'}
        </p>
      ) : (
        <ShortTable className={classes.table} aria-label="Stock">
          <thead>
            <tr>
              <th scope="col">Warehouse</th>
              <th scope="col">Location</th>
              <th scope="col">Lot</th>
              {figures.map(({ title }) => (
                <th key={title} scope="col" data-figure>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stock.map((place) => (
              <PlaceRow key={`${place.warehouse} ${place.location} ${place.lot}`} place={place} />
            ))}
          </tbody>
        </ShortTable>
      )}
    </Section>
  );
}

const figures: { title: string; of: (place: StockPlace) => number }[] = [
  { title: 'On Hand', of: ({ on_hand }) => on_hand },
  { title: 'On Hold', of: ({ on_hold }) => on_hold },
  { title: 'Available', of: ({ on_hand, on_hold }) => on_hand - on_hold },
  { title: 'Allocated', of: ({ allocated }) => allocated },
];

function PlaceRow({ place }: { place: StockPlace }) {
  return (
    <tr>
      <td data-wide>{place.warehouse}</td>
      <td data-label="Location" className="mono">
        {place.location}
      </td>
      <td data-label="Lot" data-none={place.lot === '' || undefined} className="mono">
        {place.lot || '–'}
      </td>
      {figures.map(({ title, of }) => (
        <td key={title} data-figure data-label={title}>
          {of(place).toLocaleString('en-US')}
        </td>
      ))}
    </tr>
  );
}
