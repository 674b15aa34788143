import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { readShippingOptionsCall } from '../contract.ts';

/** Gets the codes that the channel lists itself. */
export function GetOptions({ slug }: { slug: string }) {
  const save = useSave();
  return (
    <SubmitButton variant="default" run={() => save(readShippingOptionsCall, { params: { connector: slug }, body: {} })}>
      Get Shipping Options
    </SubmitButton>
  );
}
