import { dashboardPages } from '#dashboard/app/pages.ts'
import { ServicePage } from '#dashboard/features/account/service/ServicePage.tsx'
import { AccountHead } from './AccountHead.tsx'

export const Service = () => <ServicePage head={(actions) => <AccountHead current={dashboardPages.service.path} actions={actions} />} />
