import type { Bank } from '../speech.ts'

export const tangoSpanish: Bank = {
  emoji: '💃 🕺 😊 👏 ❤️ 🌹',
  slots: {
    figure: 'el ocho|la salida básica|el giro|la sacada|la caminata|el abrazo cerrado|la cruz|el boleo',
    tune: 'La cumparsita|Bahía Blanca|Poema|El choclo|Milonga sentimental|Malena',
    day: 'lunes|martes|miércoles|jueves|viernes|sábado',
    city: 'Rosario|Sevilla|Montevideo|Valencia|Mendoza|Oviedo',
  },
  topics: {
    class: `
(Hola|Buenas|Buenas tardes) desde {city}, primera clase 🙈 // # Bienvenida, {@}. Aquí todos pisamos pies.
¿Hay clase este {day}? // # Sí, a las siete. Calzado cómodo y ganas. // Allí estaré
No me sale {figure} // # Más despacio y con la música contada: dos, tres, cruz. // ¡Salió! Más o menos
¿Qué tema era el último? // {tune} // Gracias, {@}
¿Hace falta pareja? // # No, se cambia cada dos tangos // Menos mal
Video de {figure}: https://tango.example/clases/{10-90}
Practicando {figure} con la escoba // La escoba no se queja // Todavía
Me duele todo, pero qué lindo
¿Alguien para practicar el {day} en {city}? // Yo puedo // Nos vemos
{tune} y se me va el cansancio
¿Zapatos con suela de cuero o de goma? // # Cuero si el piso es de madera. // Anotado
Ayer bailé {tune} entera sin mirar al piso // # ¡Eso! Ahora sin contar en voz alta // 😅
(Gracias|Gracias por la clase|Hasta el {day}|Un abrazo)
# Este {day} no hay clase, la sala está en obras. Practicad {figure}.
¿Qué es una milonga, el baile o el lugar? // Las dos cosas // Ah, por eso no entendía nada
`,
  },
}
