import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import type { Chat } from '#contract/chats.ts'
import { to } from '#dashboard/platform/to.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import classes from '../AccountPage.module.css'
import { CurrencySteps } from './CurrencySteps.tsx'
import { currencyLabel } from './currencies.ts'

/** The currency of the account: shown once it is set, an irreversible step before. */
export function CurrencyPanel({ currency, chats }: { currency: string; chats: Chat[] }) {
  const may = useMay()
  const paid = chats.filter(({ monetizeLogin }) => monetizeLogin)
  return (
    <section className={classes.section} aria-labelledby="currency">
      <h2 className="section-heading" id="currency">
        Currency {currency === '' && <span>not set yet</span>}
        <Badge className="push" tone={currency === '' ? 'warn' : 'quiet'} icon={<Icon name="lock" size={12} />}>
          Can be set only once
        </Badge>
      </h2>
      {currency === '' ? (
        may('account.currency') && <CurrencySteps paid={paid} />
      ) : (
        <>
          <p>
            <b className="outside">{currencyLabel(currency)}</b>
          </p>
          <p className="help" hidden={!may('chats.read')}>
            {paid.length === 0 ? (
              'No chat asks for payment. Paid entry can be switched on in the settings of a chat.'
            ) : (
              <>
                Paid entry is charged in it: <PageLink to={to.chats({ show: 'paid' })}>{counted(paid.length, 'chat')}</PageLink>.
              </>
            )}
          </p>
        </>
      )}
    </section>
  )
}
