import { useState } from 'react';
import type { ImportCause } from '../../../../shared/imports/contract.ts';
import type { ShownImport } from '../shown-import.ts';

/** The causes that a choice has mended since the page was opened: they keep their places, so that none below them moves. */
export function useCured({ causes, also_creates }: Pick<ShownImport, 'causes' | 'also_creates'>): readonly ImportCause[] {
  const [curable, setCurable] = useState<readonly ImportCause[]>([]);
  const now = causes.filter(({ cure }) => cure !== null);
  if (now.length > 0 && JSON.stringify(now) !== JSON.stringify(curable)) setCurable(now);
  return now.length === 0 && also_creates !== null ? curable : [];
}
