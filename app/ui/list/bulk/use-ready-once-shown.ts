import { useEffect, useEffectEvent } from 'react';
import type { FieldsProps } from '../declaration.ts';

/** Says of fields that may stay empty that they are there: until then nobody has seen what it means to confirm without them. */
export function useReadyOnceShown(onChange: FieldsProps['onChange']): void {
  const report = useEffectEvent(() => onChange({}));
  useEffect(() => report(), []);
}
