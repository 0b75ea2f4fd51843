import { describe, expect, it } from 'vitest'
import { onEveryEngine } from '../testing/databases.ts'

onEveryEngine('social settings', (bench) => {
  describe('socialRead', () => {
    it('is on and without links for a new account', async () => {
      const { call } = await bench.newAccount()
      expect((await call('GET', '/social')).body).toEqual({ status: true, data: { social: true, networkOneLink: '', networkTwoName: '' } })
    })
  })

  describe('socialUpdate', () => {
    it('keeps omitted fields, except that social becomes true', async () => {
      const { call } = await bench.newAccount()
      expect(
        (await call('PUT', '/social', { social: false, networkOneLink: 'https://example.org', networkTwoName: '@tide' })).body,
      ).toEqual({ status: true })
      expect((await call('GET', '/social')).body.data).toEqual({
        social: false,
        networkOneLink: 'https://example.org',
        networkTwoName: '@tide',
      })
      await call('PUT', '/social', { networkTwoName: '' })
      expect((await call('GET', '/social')).body.data).toEqual({ social: true, networkOneLink: 'https://example.org', networkTwoName: '' })
    })

    it.each([{ social: 'yes' }, { networkOneLink: 4 }, { networkTwoName: 'x'.repeat(201) }, []])(
      'refuses %j and changes nothing',
      async (body) => {
        const { call } = await bench.newAccount()
        expect((await call('PUT', '/social', body)).status).toBe(400)
        expect((await call('GET', '/social')).body.data).toEqual({ social: true, networkOneLink: '', networkTwoName: '' })
      },
    )
  })
})
