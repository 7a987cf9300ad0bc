/** The search panel of the home page: its button says how many vehicles there are, and makes have their models. */

const WAIT_MS = 250;

export function start(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  const button = form.querySelector('[data-show]');
  const brand = form.querySelector<HTMLSelectElement>('[data-brand]');
  const model = form.querySelector<HTMLSelectElement>('[data-model]');
  if (button === null || brand === null || model === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | null = null;
  const update = (): void => {
    enableShown(form);
    clearTimeout(timer);
    timer = setTimeout(() => {
      request?.abort();
      request = new AbortController();
      void showTotal(form, button, request.signal);
    }, WAIT_MS);
  };
  form.addEventListener('input', update);
  brand.addEventListener('change', () => void offerModels(brand, model));
  // Pages that are gone back to have what was chosen before.
  addEventListener('pageshow', update, { once: true });
  enableShown(form);
}

/** Fields of other categories say nothing about this one. The model waits for its make. */
function enableShown(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLElement>('.seek-fields > [data-for]')) {
    const select = field.querySelector('select');
    if (select !== null) select.disabled = !field.checkVisibility();
  }
}

async function showTotal(form: HTMLFormElement, button: Element, signal: AbortSignal): Promise<void> {
  const query = queryOf(form);
  const isAll = [...query.keys()].every((name) => name === 'currency');
  const total = isAll ? Number(form.dataset['total']) : await totalOf(query, signal);
  if (total === null) return;
  const forms = JSON.parse(form.dataset['forms'] ?? '{}') as Readonly<Record<string, string>>;
  const { lang } = document.documentElement;
  const text = forms[new Intl.PluralRules(lang).select(total)] ?? forms['other'] ?? '';
  button.textContent = text.replace('{count}', new Intl.NumberFormat(lang).format(total));
}

/** Returns the chosen values as a query; a radius without a town is left out. */
function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value.trim() !== '') query.append(name, value.trim());
  if (!query.has('city')) query.delete('radius');
  // Only pages know whether they show net or gross prices.
  query.delete('prices');
  return query;
}

/** null: not known, as while a town is being typed. */
async function totalOf(query: URLSearchParams, signal: AbortSignal): Promise<number | null> {
  query.set('limit', '1');
  try {
    const response = await fetch(`/api/search?${query.toString()}`, { signal });
    if (!response.ok) return null;
    const { data } = (await response.json()) as { data: { pagination: { total: number } } };
    return data.pagination.total;
  } catch {
    return null;
  }
}

async function offerModels(brand: HTMLSelectElement, model: HTMLSelectElement): Promise<void> {
  const { value } = brand;
  model.value = '';
  const models = value === '' ? [] : await modelsOf(value);
  // Another make was chosen meanwhile.
  if (brand.value !== value) return;
  const [any] = model.options;
  model.replaceChildren(...(any === undefined ? [] : [any]), ...models.map((name) => new Option(name, name)));
  model.disabled = models.length === 0;
  const field = model.closest('label');
  if (field !== null) field.hidden = models.length === 0;
}

async function modelsOf(brand: string): Promise<readonly string[]> {
  try {
    const response = await fetch(`/api/brands/${encodeURIComponent(brand)}`);
    if (!response.ok) return [];
    const { data } = (await response.json()) as { data: { models: readonly string[] } };
    return data.models;
  } catch {
    return [];
  }
}
