import classes from '../discussion.module.css';

/** A text in which the names after an "@" stand out. */
export function WithMentions({ text, names }: { text: string; names: readonly string[] }) {
  return partsOf(text, names).map(({ at, part, isMention }) =>
    isMention ? (
      <span key={at} className={classes.mention}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

function partsOf(text: string, names: readonly string[]): { at: number; part: string; isMention: boolean }[] {
  if (names.length === 0) return [{ at: 0, part: text, isMention: false }];
  const longestFirst = names.toSorted((a, b) => b.length - a.length).map((name) => `@${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
  let at = 0;
  return text.split(new RegExp(`(${longestFirst.join('|')})`, 'giu')).map((part, index) => {
    const found = { at, part, isMention: index % 2 === 1 };
    at += part.length;
    return found;
  });
}
