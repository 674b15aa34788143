import classes from './facts.module.css';

export type Fact = { label: string; value: React.ReactNode };

/** Labels and what they say; what is not known is left out by the caller. */
export function Facts({ facts, wide = false }: { facts: readonly (Fact | null | false)[]; wide?: boolean }) {
  return (
    <dl className={classes.facts} data-wide={wide || undefined}>
      {facts.flatMap((fact) =>
        fact
          ? [
              <div key={fact.label}>
                <dt>{fact.label}</dt>
                <dd>{fact.value}</dd>
              </div>,
            ]
          : [],
      )}
    </dl>
  );
}
