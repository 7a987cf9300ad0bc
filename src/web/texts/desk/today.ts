export const todayEn = {
  'desk.today.hello': 'Hello, {name}',
};

export const todayDe: Readonly<Record<keyof typeof todayEn, string>> = {
  'desk.today.hello': 'Guten Tag, {name}',
};
