import { call } from '../../../../../platform/call.ts';
import { changeColumnsCall, type ImportCause } from '../../../../shared/imports/contract.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useLeaveFromHere } from '../../../../ui/hooks/use-leave-from-here.ts';
import { useReread } from '../../../../ui/hooks/use-reread.ts';
import type { ShownImport } from '../shown-import.ts';

/** The choice that mends all rows of a cause. The file is checked again with it, which shows what it does before anything is changed. */
export function Cure({ shown, of: { cure, values } }: { shown: ShownImport; of: ImportCause }) {
  const choose = useCreating(shown);
  if (cure === null || shown.state !== 'checked' || !shown.creates) return null;
  const { one, many } = shown.creates;
  return (
    <SubmitButton size="xs" variant="default" run={() => choose(true)}>
      {values === 1 ? `Create this ${one}` : `Create these ${values.toLocaleString('en-US')} ${many}`}
    </SubmitButton>
  );
}

/** Checks the file again, with what is missing created or left wrong. */
export function useCreating({ id, run_id, columns }: ShownImport) {
  const reread = useReread();
  const leaveFromHere = useLeaveFromHere();
  return async (createCategories: boolean) => {
    const leave = leaveFromHere();
    const mapping = Object.fromEntries(columns.flatMap(({ name, at }) => (at === null ? [] : [[name, at]])));
    await reread(call(changeColumnsCall, { params: { id }, body: { columns: mapping, createCategories, run_id } }));
    await leave('?', { preventScrollReset: true });
  };
}
