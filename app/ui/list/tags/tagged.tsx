import type { RowTag } from '../declaration.ts';
import classes from './tagged.module.css';

export type TaggedProps = { tags: readonly RowTag[]; children: React.ReactNode };

/** So many are shown: of the others how many they are, and which when one points at that. */
const mostTags = 2;

/** What a cell says, and tags behind it in the same line. */
export default function Tagged({ tags, children }: TaggedProps) {
  const others = tags.slice(mostTags);
  const names = others.map(({ name }) => name).join(', ');
  return (
    <span className={classes.line}>
      <span className={classes.text}>{children}</span>
      {tags.slice(0, mostTags).map(({ id, name, color }) => (
        <span key={id} className={classes.tag} title={name} style={{ color: `var(--${color})`, background: `var(--${color}-tint)` }}>
          {name}
        </span>
      ))}
      {others.length > 0 && (
        <span className={classes.more} title={names} role="img" aria-label={`and ${names}`}>
          +{others.length}
        </span>
      )}
    </span>
  );
}
