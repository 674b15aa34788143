/** Numbers such as SO-377, and SKUs such as MUG-BLUE. What is longer than a number may break. */
const number = /(?<!\S)(\S{0,20}(?:[A-Za-z\d]-\d|[A-Z\d]-[A-Z])\S{0,20})(?!\S)/;

/** A sentence in which no number and no SKU breaks at its hyphen. */
export function WholeNumbers({ text }: { text: string }) {
  // Every second part is a number.
  const parts = text.split(number).map((words, place) => ({ words, place }));
  return parts.map(({ words, place }) =>
    place % 2 === 0 ? (
      words
    ) : (
      <span key={place} style={{ whiteSpace: 'nowrap' }}>
        {words}
      </span>
    ),
  );
}
