import '@mantine/core/styles/DataList.layer.css';
import { DataList } from '@mantine/core';
import classes from './facts.module.css';

export type Fact = {
  label: string;
  value: React.ReactNode;
  /** Where two may have the same label. */
  key?: number;
  /** A sentence: it takes a line of its own. */
  long?: boolean;
};

/** Labels and their values; what is not known is left out by the caller. `wide`: in columns, each value below its label. */
export function Facts({ facts, wide = false }: { facts: readonly (Fact | null | false)[]; wide?: boolean }) {
  return (
    <DataList orientation={wide ? 'vertical' : 'horizontal'} classNames={classes} mod={{ wide }}>
      {facts.map(
        (fact) =>
          fact && (
            <DataList.Item key={fact.key ?? fact.label} mod={{ long: fact.long }}>
              <DataList.ItemLabel>{fact.label}</DataList.ItemLabel>
              <DataList.ItemValue>{fact.value}</DataList.ItemValue>
            </DataList.Item>
          ),
      )}
    </DataList>
  );
}
