import type { Module, Platform } from '../../platform/module.ts';
import type { UsageReader } from '../billing/index.ts';
import { dashboardRoutes } from './routes.ts';
import { Dashboard } from './service.ts';

export function createDashboard(platform: Platform, deps: { usage: UsageReader }): { module: Module } {
  return {
    module: { name: 'dashboard', routes: dashboardRoutes(new Dashboard({ ...platform, usage: deps.usage })) },
  };
}
