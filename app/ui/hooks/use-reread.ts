import { useRevalidator } from 'react-router';

/** Reads the page again where a call is refused: it was meant for something else than there is now. That appears beside the refusal. */
export function useReread() {
  const { revalidate } = useRevalidator();
  return <Reply>(reply: Promise<Reply>): Promise<Reply> =>
    reply.catch((error: unknown) => {
      void revalidate();
      throw error;
    });
}
