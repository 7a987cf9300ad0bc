/** Says whether a dealer is open now, and marks today. The rows are the days from Monday. */
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function start(box: HTMLElement): void {
  const now = new Intl.DateTimeFormat('en-GB', {
    timeZone: box.dataset['hours'],
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date());
  const part = (name: string): string => now.find(({ type }) => type === name)?.value ?? '';
  const today = box.querySelectorAll('tr')[DAYS.indexOf(part('weekday'))];
  if (today === undefined) return;
  today.setAttribute('aria-current', 'date');
  const time = `${part('hour')}:${part('minute')}`;
  const isOpen = (today.dataset['periods'] ?? '').split(',').some((period) => {
    const [from = '', to = ''] = period.split('–');
    return time >= from && time < to;
  });
  const state = box.querySelector<HTMLElement>('[data-open]');
  if (state === null) return;
  state.textContent = state.dataset[isOpen ? 'open' : 'closed'] ?? '';
  state.className = isOpen ? 'good' : 'note';
}
