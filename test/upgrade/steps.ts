/** Does a part, and prints what was done and how many seconds it took. A text that it returns is printed with it. */
export type Step = <Result>(what: string, work: () => Promise<Result>) => Promise<Result>;

export const step: Step = async (what, work) => {
  const began = performance.now();
  const said = (ending: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}${ending}`);
  try {
    const result = await work();
    said(typeof result === 'string' && result.length > 0 ? `: ${result.split('\n').at(-1)}` : '');
    return result;
  } catch (error) {
    said(': failed');
    throw error;
  }
};
