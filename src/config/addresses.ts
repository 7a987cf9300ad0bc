import ipaddr from 'ipaddr.js';

/** Whether only this machine can reach what listens there. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}
