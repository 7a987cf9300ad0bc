/** Moves the estimate of a monthly rate with its sliders. */

export function start(box: HTMLElement): void {
  const price = Number(box.dataset['price']);
  const percent = Number(box.dataset['percent']);
  const { language } = document.documentElement as HTMLElement & { language?: string };
  const locale = language ?? document.documentElement.lang;
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: box.dataset['currency'] ?? 'EUR',
    maximumFractionDigits: 0,
  });
  const share = new Intl.NumberFormat(locale, { style: 'percent' });
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'month', unitDisplay: 'long' });
  const sum = box.querySelector<HTMLElement>('[data-sum]');
  const pattern = sum?.textContent ?? '';
  const slider = (name: string): number =>
    Number(box.querySelector<HTMLInputElement>(`[name=${name}]`)?.value);
  const first = money.format(Math.round(rate(price, percent, slider('deposit'), slider('months'))));
  box.addEventListener('input', () => {
    const [deposit, months] = [slider('deposit'), slider('months')];
    write(box, '[data-deposit]', share.format(deposit / 100));
    write(box, '[data-months]', unit.format(months));
    const amount = money.format(Math.round(rate(price, percent, deposit, months)));
    if (sum !== null) sum.textContent = pattern.includes(first) ? pattern.replace(first, amount) : amount;
  });
}

function rate(price: number, percent: number, deposit: number, months: number): number {
  const monthly = percent / 1200;
  return (price * (1 - deposit / 100) * monthly) / (1 - (1 + monthly) ** -months);
}

function write(box: HTMLElement, selector: string, text: string): void {
  const target = box.querySelector(selector);
  if (target !== null) target.textContent = text;
}
